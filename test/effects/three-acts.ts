import { Annotation, END, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { effect, withRollback, type ThreadLock, type UndoCall } from "langgraph-rollback";

import type { World } from "./world.ts";

const Said = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

export const thread = { configurable: { thread_id: "t" } };

/** Calls something at a named point of a process. */
export type At = <T>(kind: string, carryOut: () => T | Promise<T>) => Promise<T>;

/** Three steps with an act each. The first attempt fails, and all but its first step is undone. */
export function threeActs(world: World, checkpointer: BaseCheckpointSaver, at: At, lock?: ThreadLock) {
  const node = (name: string) => async (_: typeof Said.State, config: LangGraphRunnableConfig) => {
    const act = ({ key }: { readonly key: string }) =>
      at("act", () => {
        world.act(key, { name, args: name, attempt: Number(config.metadata?.["rollback_attempt"]) });
        return `«${key}»`;
      });
    return { said: [await effect(config, { name, args: name, act })] };
  };
  const undo = (call: UndoCall): Promise<void> => {
    world.asked(call);
    return at("undo", () => world.undo(call));
  };
  const graph = new StateGraph(Said)
    .addNode("book", node("book"))
    .addNode("pay", node("pay"))
    .addNode("order", node("order"))
    .addEdge(START, "book")
    .addEdge("book", "pay")
    .addEdge("pay", "order")
    .addEdge("order", END)
    .compile({ checkpointer });
  return withRollback(graph, {
    verify: ({ attempt }) => attempt > 1,
    effects: { tools: { book: { undo }, pay: { undo }, order: { undo } } },
    policy: {
      name: "to the second step",
      decide: ({ tries }) => {
        world.count(`decide ${tries.length}`);
        return { kind: "roll-back", start: 1, reason: "the test says so" };
      },
    },
    ...(lock === undefined ? {} : { lock }),
  });
}

/** Begins the run of the three acts, or continues it where the process before has died. */
export async function goOn(graph: ReturnType<typeof threeActs>, saver: BaseCheckpointSaver) {
  const isBegun = (await saver.getTuple(thread)) !== undefined;
  return graph.invoke(isBegun ? null : {}, thread);
}

/** Names the calls of a checkpointer. */
export function pointsOf<S extends BaseCheckpointSaver>(saver: S, at: At): S {
  const getTuple = saver.getTuple.bind(saver);
  const put = saver.put.bind(saver);
  const putWrites = saver.putWrites.bind(saver);
  const namespaceOf = ({ configurable }: { readonly configurable?: Record<string, unknown> }): string => {
    const namespace = configurable?.["checkpoint_ns"];
    return typeof namespace === "string" ? namespace : "";
  };
  saver.getTuple = (...args) =>
    namespaceOf(args[0]) === "langgraph-rollback-effects"
      ? at("look", () => getTuple(...args))
      : getTuple(...args);
  saver.put = (...args) => {
    const [config, , { source }] = args;
    const inside: Readonly<Record<string, string>> = {
      "": source === "update" ? "fork" : source === "loop" ? "step" : "input",
      "langgraph-rollback": "record",
    };
    return at(inside[namespaceOf(config)] ?? "anchor", () => put(...args));
  };
  saver.putWrites = (...args) => {
    const [config, [write]] = args;
    const mark: unknown = Reflect.get(Object(write?.[1]), "mark");
    return at(namespaceOf(config) === "" || typeof mark !== "string" ? "writes" : mark, () =>
      putWrites(...args),
    );
  };
  return saver;
}
