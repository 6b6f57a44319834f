import { START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

/** a -> b -> c, where b errs. */
export const sequence: Shape = {
  name: "a sequence",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", errs(kit, "b"))
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** The set's first step is before the one that errs. */
export const sequenceFromStart: Shape = {
  ...sequence,
  name: "a sequence, rewound to its first step",
  start: { node: "a" },
  reruns: { a: 1, b: 1, c: 1 },
};
