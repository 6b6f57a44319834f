import { START, StateGraph } from "@langchain/langgraph";

import { logInput, logs } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";
import { SharedLog, team } from "./subgraphs.ts";

/** brief -> team (x -> y -> z) -> review */
const department = (kit: Kit) =>
  new StateGraph(SharedLog)
    .addNode("brief", logs(kit, "brief"))
    .addNode("team", team(kit))
    .addNode("review", logs(kit, "review"))
    .addEdge(START, "brief")
    .addEdge("brief", "team")
    .addEdge("team", "review")
    .compile();

/** open -> department (a subgraph with a subgraph) -> close, where the innermost y errs. */
export const nestedSubgraphs: Shape = {
  name: "subgraphs two deep, rewound to the inner one's second step",
  start: { node: "y" },
  kind: "graft",
  reruns: { y: 1, z: 1, review: 1, close: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(SharedLog)
      .addNode("open", logs(kit, "open"))
      .addNode("department", department(kit))
      .addNode("close", logs(kit, "close"))
      .addEdge(START, "open")
      .addEdge("open", "department")
      .addEdge("department", "close")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
