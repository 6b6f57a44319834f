import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";
import { SharedLog } from "./subgraphs.ts";

/** lead -> p and q at once -> join, where q errs. */
const pairInside = (kit: Kit) =>
  new StateGraph(SharedLog)
    .addNode("lead", logs(kit, "lead"))
    .addNode("p", logs(kit, "p"))
    .addNode("q", errs(kit, "q"))
    .addNode("join", logs(kit, "join"))
    .addEdge(START, "lead")
    .addEdge("lead", "p")
    .addEdge("lead", "q")
    .addEdge(["p", "q"], "join")
    .compile();

/** LangGraph takes over no results of tasks inside of a subgraph, so both siblings run again. */
export const siblingsInside: Shape = {
  name: "fan-out inside of a subgraph, rewound to the second sibling",
  start: { node: "q" },
  kind: "graft",
  reruns: { p: 1, q: 1, join: 1, after: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(SharedLog)
      .addNode("team", pairInside(kit))
      .addNode("after", logs(kit, "after"))
      .addEdge(START, "team")
      .addEdge("team", "after")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

const Part = Annotation.Root({ ...SharedLog.spec, item: Annotation<string> });

/** x -> y on one item, where y errs on the item v. */
const workshop = (kit: Kit) =>
  new StateGraph(Part)
    .addNode("x", ({ item }) => {
      kit.ran(`x of ${item}`);
      return { log: [`x of ${item}`] };
    })
    .addNode("y", ({ item, note }) => {
      kit.ran(`y of ${item}`);
      return { log: [`y of ${item}: ${item === "v" ? kit.verdict(note !== "") : "right"}`] };
    })
    .addEdge(START, "x")
    .addEdge("x", "y")
    .compile();

export const sendsToSubgraphs: Shape = {
  name: "Sends to a subgraph, rewound to the second one's second step",
  start: { node: "y", nth: 1 },
  kind: "graft",
  reruns: { "y of v": 1, "x of w": 1, "y of w": 1, reduce: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(SharedLog)
      .addNode("plan", logs(kit, "plan"))
      .addNode("workshop", workshop(kit))
      .addNode("reduce", logs(kit, "reduce"))
      .addEdge(START, "plan")
      .addConditionalEdges(
        "plan",
        ({ note }) => ["u", "v", "w"].map((item) => new Send("workshop", { item, note, log: [] })),
        ["workshop"],
      )
      .addEdge("workshop", "reduce")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
