import { START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

/** Milliseconds. Where no node hangs, none runs into it, however slow the machine is. */
const timeoutOf = (kit: Kit): number => (kit.verdict(false) === "right" ? 600_000 : 400);

/** Waits for ever until it is told. */
const hangs =
  (kit: Kit, name: string) =>
  async ({ note }: { readonly note: string }, { signal }: LangGraphRunnableConfig) => {
    kit.ran(name);
    if (kit.verdict(note !== "") === "wrong")
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    return { log: [name] };
  };

/** a -> b -> c, where b runs into its timeout. */
export const nodeTimeout: Shape = {
  name: "a node that ran into its timeout",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", hangs(kit, "b"), { timeout: timeoutOf(kit) })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** a and b at once -> c, where b runs into its timeout and a has finished. */
export const siblingTimeout: Shape = {
  ...nodeTimeout,
  name: "a node that ran into its timeout beside one that finished",
  kind: "siblings-kept",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", hangs(kit, "b"), { timeout: timeoutOf(kit) })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge(START, "b")
      .addEdge(["a", "b"], "c")
      .compile({ checkpointer: kit.checkpointer }),
};

/** a -> b, which runs into its timeout and whose handler answers in its place. */
export const handledTimeout: Shape = {
  ...nodeTimeout,
  name: "a node that ran into its timeout and was handled",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", hangs(kit, "b"), {
        timeout: timeoutOf(kit),
        errorHandler: () => {
          kit.ran("handler");
          return { log: ["too late"] };
        },
      })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
};

/** first -> a -> b -> c, where b's superstep takes too long, so that the attempt has two steps. */
export const stepTimeout: Shape = {
  ...nodeTimeout,
  name: "a superstep that ran into the graph's stepTimeout, rewound to the step before it",
  start: { node: "a" },
  reruns: { a: 1, b: 1, c: 1 },
  build: (kit) => {
    const graph = new StateGraph(LogState)
      .addNode("first", logs(kit, "first"))
      .addNode("a", logs(kit, "a"))
      .addNode("b", hangs(kit, "b"))
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "first")
      .addEdge("first", "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer });
    graph.stepTimeout = timeoutOf(kit);
    return graph;
  },
};
