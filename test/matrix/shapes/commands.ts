import { Command, START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

/** begin -> route -(Command)-> right or wrong, where route errs. */
export const commandRoutes: Shape = {
  name: "Command goto and update, rewound to the node that gave it",
  start: { node: "route" },
  reruns: { route: 1, right: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("begin", logs(kit, "begin"))
      .addNode(
        "route",
        ({ note }) => {
          kit.ran("route");
          const goto = kit.verdict(note !== "");
          return new Command({ goto, update: { log: [`went ${goto}`] } });
        },
        { ends: ["right", "wrong"] },
      )
      .addNode("right", logs(kit, "right"))
      .addNode("wrong", logs(kit, "wrong"))
      .addEdge(START, "begin")
      .addEdge("begin", "route")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** route -(Command)-> u and v at once -> end, where the node that was gone to errs. */
const gone = (kit: Kit) =>
  new StateGraph(LogState)
    .addNode(
      "route",
      () => {
        kit.ran("route");
        return new Command({ goto: ["u", "v"], update: { log: ["routed"] } });
      },
      { ends: ["u", "v"] },
    )
    .addNode("u", errs(kit, "u"))
    .addNode("v", logs(kit, "v"))
    .addNode("end", logs(kit, "end"))
    .addEdge(START, "route")
    .addEdge("u", "end")
    .addEdge("v", "end")
    .compile({ checkpointer: kit.checkpointer });

export const commandGone: Shape = {
  name: "Command goto, rewound to the nodes that it went to",
  start: { node: "u" },
  reruns: { u: 1, v: 1, end: 1 },
  noteChannel: "note",
  build: gone,
  play: once(logInput),
};
