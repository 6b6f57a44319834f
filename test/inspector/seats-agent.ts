import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { effect, getReplanNote, type RollbackOptions, withRollback } from "langgraph-rollback";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
});

/** Calls of an agent's world outside of the graph, in order. Simulated. */
export interface World {
  readonly calls: string[];
  /** Waits before the last node, once an attempt was told a note. */
  readonly wait?: (signal: AbortSignal | undefined) => Promise<void>;
}

/** An agent of five steps that books a seat in its third and sends a mail in its fourth, and is told what went wrong by a note. */
export function seatsAgent(
  checkpointer: BaseCheckpointSaver,
  world: World,
  options: Partial<RollbackOptions> = {},
) {
  const act = (name: string): string => {
    world.calls.push(name);
    return `${name}: 1A`;
  };
  const does = (name: string) => async (_: typeof State.State, config: LangGraphRunnableConfig) => ({
    log: [await effect(config, { name, args: "1A", act: () => act(name) })],
  });
  const graph = new StateGraph(State)
    .addNode("plan", () => ({ log: ["plan: <b>seat</b> \u001b[31m1A"] }))
    .addNode("search", () => ({ log: ["search: 1A is free"] }))
    .addNode("book", does("book"))
    .addNode("pay", does("pay"))
    .addNode("answer", async (_, config: LangGraphRunnableConfig) => {
      const note = getReplanNote(config);
      if (note !== undefined) await world.wait?.(config.signal);
      return { log: [`answer: ${note ?? "done"}`] };
    })
    .addEdge(START, "plan")
    .addEdge("plan", "search")
    .addEdge("search", "book")
    .addEdge("book", "pay")
    .addEdge("pay", "answer")
    .compile({ checkpointer });
  const undo = ({ name }: { readonly name: string }): void => void world.calls.push(`undo ${name}`);
  return withRollback(graph, {
    verify: ({ output }) => ({
      ok: !String(output?.log.at(-1)).endsWith("done"),
      reason: "seat 1A is <b>taken</b>",
    }),
    effects: { tools: { book: { undo }, pay: { undo } }, undoRetries: 0 },
    ...options,
  });
}
