import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

import { isSince } from "../../fixtures/langgraph-version.ts";
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

let shared = new InMemoryCache();

/** a -> b, which the cache answers in every run but the first -> c, which errs. */
export const cachedBefore: Shape = {
  name: "a node that the cache answers, rewound to after it",
  start: { node: "c" },
  reruns: { c: 1 },
  // The cache does not know b's input with a note.
  restarts: { a: 1, b: 1, c: 1 },
  noteChannel: "note",
  forget: () => {
    shared = new InMemoryCache();
  },
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

export const cachedAfter: Shape = {
  ...cachedBefore,
  name: "a node that the cache answers, rewound to before it",
  start: { node: "a" },
  reruns: { a: 1, b: 1, c: 1 },
};

/** LangGraph before 1.5 stores nothing of a node that the cache answers, so it is no step there. */
const isStored = isSince("1.5");

/** The note is part of b's input, so the cache does not know it. */
const cachedItself: Shape = {
  ...cachedBefore,
  name: "a node that the cache answers, rewound to the node itself",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
};

let sharedWide = new InMemoryCache();

/** p, which the cache answers in every run but the first, and q at once -> join, where q errs. */
const cachedSibling: Shape = {
  name: "a node that the cache answers beside one that errs, rewound to the latter",
  start: { node: "q" },
  // A stored result is kept. A step without a stored result runs again, as the cache does not know p's input with a note.
  ...(isStored ? { kind: "siblings-kept", reruns: { q: 1, join: 1 } } : { reruns: { p: 1, q: 1, join: 1 } }),
  // The right run is the first.
  restarts: { p: 1, q: 1, join: 1 },
  noteChannel: "note",
  forget: () => {
    sharedWide = new InMemoryCache();
  },
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("p", logs(kit, "p"), { cachePolicy: true })
      .addNode("q", errs(kit, "q"))
      .addNode("join", logs(kit, "join"))
      .addEdge(START, "p")
      .addEdge(START, "q")
      .addEdge(["p", "q"], "join")
      .compile({ checkpointer: kit.checkpointer, cache: sharedWide }),
  play: once(logInput),
};

export const cachedSteps: readonly Shape[] = isStored ? [cachedItself, cachedSibling] : [cachedSibling];
