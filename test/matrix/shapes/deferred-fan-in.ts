import { START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

/** p -> p2 and q -> join, which waits until all else is done; p2, when q has finished long ago, or join errs. */
const build = (erring: "p2" | "join") => (kit: Kit) => {
  const node = (name: "p2" | "join") => (name === erring ? errs(kit, name) : logs(kit, name));
  return new StateGraph(LogState)
    .addNode("p", logs(kit, "p"))
    .addNode("p2", node("p2"))
    .addNode("q", logs(kit, "q"))
    .addNode("join", node("join"), { defer: true })
    .addEdge(START, "p")
    .addEdge(START, "q")
    .addEdge("p", "p2")
    .addEdge("p2", "join")
    .addEdge("q", "join")
    .compile({ checkpointer: kit.checkpointer });
};

export const beforeDeferred: Shape = {
  name: "a deferred fan-in, rewound to before it",
  start: { node: "p2" },
  reruns: { p2: 1, join: 1 },
  noteChannel: "note",
  build: build("p2"),
  play: once(logInput),
};

export const deferredFanIn: Shape = {
  name: "a deferred fan-in",
  start: { node: "join" },
  reruns: { join: 1 },
  noteChannel: "note",
  build: build("join"),
  play: once(logInput),
};
