import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { RollbackTarget } from "../langgraph/compiled-graph.ts";

/** State of the sample graphs: a log that grows, and the latest note. */
export interface SampleState {
  readonly log: string[];
  readonly note: string;
}

/** How the suite uses its graphs. */
export interface SampleGraph extends RollbackTarget {
  invoke(input: unknown, config?: unknown): Promise<SampleState>;
  getState(config: RunnableConfig): Promise<{ readonly values: unknown; readonly next: readonly string[] }>;
}

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
});

/** @internal How often each node has run, in all graphs that share it. */
export type RunCounter = Map<string, number>;

/** Logs the node's name with how often it has run, so that values of two branches differ. */
const logging = (name: string, runs: RunCounter) => (): { log: string[] } => {
  runs.set(name, (runs.get(name) ?? 0) + 1);
  return { log: [`${name}${runs.get(name)}`] };
};

/** @internal a -> b -> c */
export function chain(checkpointer: BaseCheckpointSaver, runs: RunCounter = new Map()): SampleGraph {
  return new StateGraph(State)
    .addNode("a", logging("a", runs))
    .addNode("b", logging("b", runs))
    .addNode("c", logging("c", runs))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ checkpointer });
}

/**
 * @internal p, q and r at once -> split -> one "worker" for each item, at once -> end
 *
 * @param work what the worker makes of its item; may throw
 */
export function wide(
  checkpointer: BaseCheckpointSaver,
  items: readonly string[],
  work: (item: string) => string | Promise<string>,
  runs: RunCounter = new Map(),
): SampleGraph {
  return new StateGraph(State)
    .addNode("p", logging("p", runs))
    .addNode("q", logging("q", runs))
    .addNode("r", logging("r", runs))
    .addNode("split", logging("split", runs))
    .addNode("worker", async ({ note: item }) => {
      runs.set(item, (runs.get(item) ?? 0) + 1);
      return { log: [await work(item)] };
    })
    .addNode("end", logging("end", runs))
    .addEdge(START, "p")
    .addEdge(START, "q")
    .addEdge(START, "r")
    .addEdge(["p", "q", "r"], "split")
    .addConditionalEdges("split", () => items.map((item) => new Send("worker", { log: [], note: item })), [
      "worker",
    ])
    .addEdge("worker", "end")
    .compile({ checkpointer });
}
