import { START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

/** p -> p2 and q -> join, which waits until all else is done; p2 errs when q has finished long ago. */
export const deferredFanIn: Shape = {
  name: "a deferred fan-in",
  start: { node: "p2" },
  reruns: { p2: 1, join: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("p", logs(kit, "p"))
      .addNode("p2", errs(kit, "p2"))
      .addNode("q", logs(kit, "q"))
      .addNode("join", logs(kit, "join"), { defer: true })
      .addEdge(START, "p")
      .addEdge(START, "q")
      .addEdge("p", "p2")
      .addEdge("p2", "join")
      .addEdge("q", "join")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
