import { Command, START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";
import { SharedLog } from "./subgraphs.ts";

/** lead -> hand, which leaves the subgraph by a Command to its parent. */
const leaving = (kit: Kit, erring: "hand" | "finish") =>
  new StateGraph(SharedLog)
    .addNode("lead", logs(kit, "lead"))
    .addNode("hand", ({ note }) => {
      kit.ran("hand");
      const verdict = erring === "hand" ? kit.verdict(note !== "") : "right";
      return new Command({ graph: Command.PARENT, goto: "finish", update: { log: [`hand: ${verdict}`] } });
    })
    .addEdge(START, "lead")
    .addEdge("lead", "hand")
    .compile();

/** team (a subgraph) -(Command)-> finish */
const build = (erring: "hand" | "finish") => (kit: Kit) =>
  new StateGraph(SharedLog)
    .addNode("team", leaving(kit, erring), { ends: ["finish"] })
    .addNode("finish", erring === "finish" ? errs(kit, "finish") : logs(kit, "finish"))
    .addEdge(START, "team")
    .compile({ checkpointer: kit.checkpointer });

export const parentCommandGone: Shape = {
  name: "Command to the parent, rewound to the node that it went to",
  start: { node: "finish" },
  reruns: { finish: 1 },
  noteChannel: "note",
  build: build("finish"),
  play: once(logInput),
};

export const parentCommandGiver: Shape = {
  name: "Command to the parent, rewound to the inner node that gave it",
  start: { node: "hand" },
  kind: "graft",
  reruns: { hand: 1, finish: 1 },
  noteChannel: "note",
  build: build("hand"),
  play: once(logInput),
};
