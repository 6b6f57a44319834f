import { Annotation, Command, END, interrupt, isInterrupted, START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import type { Kit, Shape } from "../shape.ts";
import { once } from "../shape.ts";
import { SharedLog } from "./subgraphs.ts";

/** State that the loop and its subgraph share, and the state that each keeps for itself. */
const shared = { count: Annotation<number>, said: Annotation<string>, note: LogState.spec.note };
const Outer = Annotation.Root({ ...shared, log: LogState.spec.log });
const Inner = Annotation.Root({ ...shared, heard: LogState.spec.log });

/** x -> y, where y errs in the second round. */
const round = (kit: Kit, checkpointer?: boolean) =>
  new StateGraph(Inner)
    .addNode("x", ({ count }) => {
      kit.ran("x");
      return { heard: [`round ${count}`] };
    })
    .addNode("y", ({ count, heard, note }) => {
      kit.ran("y");
      return { said: `${count === 1 ? kit.verdict(note !== "") : "right"} after ${heard.join(", ")}` };
    })
    .addEdge(START, "x")
    .addEdge("x", "y")
    .compile(checkpointer === undefined ? {} : { checkpointer });

/** round (a subgraph) -> check, three times */
const build = (checkpointer?: boolean) => (kit: Kit) =>
  new StateGraph(Outer)
    .addNode("round", round(kit, checkpointer))
    .addNode("check", ({ said, count }) => {
      kit.ran("check");
      return { log: [said], count: count + 1 };
    })
    .addEdge(START, "round")
    .addEdge("round", "check")
    .addConditionalEdges("check", ({ count }) => (count < 3 ? "round" : END), ["round", END])
    .compile({ checkpointer: kit.checkpointer });

const secondRound: Pick<Shape, "start" | "kind" | "reruns" | "noteChannel" | "play"> = {
  start: { node: "y", nth: 1 },
  kind: "graft",
  reruns: { x: 1, y: 2, check: 2 },
  noteChannel: "note",
  play: once({ count: 0 }),
};

export const loopedSubgraph: Shape = {
  ...secondRound,
  name: "a subgraph in a loop, rewound to the second step of its second round",
  build: build(),
};

export const loopedMemory: Shape = {
  ...secondRound,
  name: "a subgraph with checkpointer: true in a loop, rewound to the second step of its second round",
  memories: ["round"],
  build: build(true),
};

/** team (ask -> y -> z) -> after, where y errs. */
const asking = (kit: Kit) =>
  new StateGraph(SharedLog)
    .addNode(
      "team",
      new StateGraph(SharedLog)
        .addNode("ask", () => {
          kit.ran("ask");
          return { log: [interrupt<string, string>("which one?")] };
        })
        .addNode("y", errs(kit, "y"))
        .addNode("z", logs(kit, "z"))
        .addEdge(START, "ask")
        .addEdge("ask", "y")
        .addEdge("y", "z")
        .compile(),
    )
    .addNode("after", logs(kit, "after"))
    .addEdge(START, "team")
    .addEdge("team", "after")
    .compile({ checkpointer: kit.checkpointer });

const answering: Shape["play"] = async (graph, config) => {
  let output = await graph.invoke(logInput, config);
  while (isInterrupted(output)) output = await graph.invoke(new Command({ resume: "the first" }), config);
  return [output];
};

export const answeredInside: Shape = {
  name: "an interrupt inside of a subgraph that was answered before the set's first step",
  start: { node: "y" },
  kind: "graft",
  reruns: { y: 1, z: 1, after: 1 },
  noteChannel: "note",
  build: asking,
  play: answering,
};

export const askedInsideAgain: Shape = {
  ...answeredInside,
  name: "an interrupt inside of a subgraph, rewound to the node that asks",
  start: { node: "ask" },
  kind: "superstep",
  reruns: { ask: 2, y: 1, z: 1, after: 1 },
  waitsAgain: 1,
};
