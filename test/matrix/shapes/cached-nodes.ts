import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";
import { errsByConfig } from "./config-note.ts";

/** Cannot hold: b's input is the same again, so the cache answers with what b gave in the failed attempt. */
export const cachedNode: Shape = {
  name: "a node with a cachePolicy that reads the note from its config",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  build: (kit) =>
    new StateGraph(Annotation.Root({ log: LogState.spec.log }))
      .addNode("a", logs(kit, "a"))
      .addNode("b", errsByConfig(kit), { cachePolicy: true })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer, cache: new InMemoryCache() }),
  play: once(logInput),
};

/** The note is part of b's input, so the cache does not know it. */
export const cachedNodeNoted: Shape = {
  name: "a node with a cachePolicy that reads the note from its state",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", errs(kit, "b"), { cachePolicy: true })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer, cache: new InMemoryCache() }),
  play: once(logInput),
};

const shared = new InMemoryCache();

/** a -> b, which the cache answers in every run but the first -> c, which errs. */
export const cachedBefore: Shape = {
  name: "a node that the cache answers, rewound to after it",
  start: { node: "c" },
  reruns: { c: 1 },
  // The cache does not know b's input with a note.
  restarts: { a: 1, b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", logs(kit, "b"), { cachePolicy: true })
      .addNode("c", errs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer, cache: shared }),
  play: once(logInput),
};

/** The cached node is no step; what came before it is. */
export const cachedAfter: Shape = {
  ...cachedBefore,
  name: "a node that the cache answers, rewound to before it",
  start: { node: "a" },
  reruns: { a: 1, b: 1, c: 1 },
};
