import { START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

/** route -> right or wrong -> end; the route that was taken wrongly is taken anew. */
export const conditionalEdges: Shape = {
  name: "conditional edges",
  start: { node: "route" },
  reruns: { route: 1, right: 1, end: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("begin", logs(kit, "begin"))
      .addNode("route", errs(kit, "route"))
      .addNode("right", logs(kit, "right"))
      .addNode("wrong", logs(kit, "wrong"))
      .addNode("end", logs(kit, "end"))
      .addEdge(START, "begin")
      .addEdge("begin", "route")
      .addConditionalEdges("route", ({ log }) => (log.at(-1) === "route: right" ? "right" : "wrong"), [
        "right",
        "wrong",
      ])
      .addEdge("right", "end")
      .addEdge("wrong", "end")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
