import { END, START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

/** begin -> attempt, which tries again and again until it is right. */
export const recursionLimit: Shape = {
  name: "a run into the recursion limit",
  start: { node: "attempt" },
  reruns: { attempt: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("begin", logs(kit, "begin"))
      .addNode("attempt", errs(kit, "attempt"))
      .addEdge(START, "begin")
      .addEdge("begin", "attempt")
      .addConditionalEdges("attempt", ({ log }) => (log.at(-1) === "attempt: right" ? END : "attempt"), [
        "attempt",
        END,
      ])
      .compile({ checkpointer: kit.checkpointer }),
  play: async (graph, config) => [await graph.invoke(logInput, { ...config, recursionLimit: 4 })],
};

/** a -> b -> c, where b throws. */
export const throwingNode: Shape = {
  name: "a node that throws",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", ({ note }) => {
        kit.ran("b");
        if (kit.verdict(note !== "") === "wrong") throw new RangeError("b broke");
        return { log: ["b"] };
      })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** The failure is elsewhere: the node that threw runs again, and so does what came before it. */
export const throwingNodeEarlier: Shape = {
  ...throwingNode,
  name: "a node that throws, rewound to the step before it",
  start: { node: "a" },
  reruns: { a: 1, b: 1, c: 1 },
};

/** a -> b -> c, where b throws once in each attempt before it answers. */
export const retryPolicy: Shape = {
  name: "a node with a retryPolicy",
  start: { node: "b" },
  reruns: { b: 2, c: 1 },
  noteChannel: "note",
  build: (kit) => {
    let tries = 0;
    return new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode(
        "b",
        ({ note }) => {
          kit.ran("b");
          tries += 1;
          if (tries % 2 === 1) throw new RangeError("busy");
          return { log: [`b: ${kit.verdict(note !== "")}`] };
        },
        {
          retryPolicy: {
            maxAttempts: 2,
            initialInterval: 1,
            jitter: false,
            logWarning: false,
            retryOn: () => true,
          },
        },
      )
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer });
  },
  play: once(logInput),
};

/** a -> b -> c, where b throws and its error handler answers in its place. */
export const errorHandler: Shape = {
  name: "a node with an error handler",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode(
        "b",
        ({ note }) => {
          kit.ran("b");
          if (kit.verdict(note !== "") === "wrong") throw new RangeError("b broke");
          return { log: ["b"] };
        },
        {
          errorHandler: () => {
            kit.ran("handler");
            return { log: ["handled"] };
          },
        },
      )
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
