import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";

import { isSince } from "../../fixtures/langgraph-version.ts";
import { errs, logInput, logs } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";
import { SharedLog } from "./subgraphs.ts";

/** Nodes of an inner superstep that run again when its later tasks do: LangGraph 1.4 keeps no results inside of a subgraph. */
const besides = (...earlier: readonly string[]): Readonly<Record<string, number>> =>
  isSince("1.5") ? {} : Object.fromEntries(earlier.map((node) => [node, 1]));

/** lead -> p and q at once -> join, where q errs. */
const pairInside = (kit: Kit, checkpointer?: boolean) =>
  new StateGraph(SharedLog)
    .addNode("lead", logs(kit, "lead"))
    .addNode("p", logs(kit, "p"))
    .addNode("q", errs(kit, "q"))
    .addNode("join", logs(kit, "join"))
    .addEdge(START, "lead")
    .addEdge("lead", "p")
    .addEdge("lead", "q")
    .addEdge(["p", "q"], "join")
    .compile(checkpointer === undefined ? {} : { checkpointer });

/** team -> after */
const teamThen = (kit: Kit, team: ReturnType<typeof pairInside>) =>
  new StateGraph(SharedLog)
    .addNode("team", team)
    .addNode("after", logs(kit, "after"))
    .addEdge(START, "team")
    .addEdge("team", "after")
    .compile({ checkpointer: kit.checkpointer });

const atQ = {
  start: { node: "q" },
  kind: "graft" as const,
  reruns: { ...besides("p"), q: 1, join: 1, after: 1 },
  noteChannel: "note",
  play: once(logInput),
};

export const siblingsInside: Shape = {
  ...atQ,
  name: "fan-out inside of a subgraph, rewound to the second sibling",
  build: (kit) => teamThen(kit, pairInside(kit)),
};

export const siblingsInsideMemory: Shape = {
  ...atQ,
  name: "fan-out inside of a subgraph that remembers, rewound to the second sibling",
  build: (kit) => teamThen(kit, pairInside(kit, true)),
};

/** team and beside at once -> after, where the team's own p and q run at once, two deep. */
export const siblingsTwoDeep: Shape = {
  ...atQ,
  name: "fan-out two subgraphs deep beside a sibling of the outermost graph, rewound to the second sibling",
  build: (kit) => {
    const department = new StateGraph(SharedLog)
      .addNode("before", logs(kit, "before"))
      .addNode("team", pairInside(kit))
      .addEdge(START, "before")
      .addEdge("before", "team")
      .compile();
    return new StateGraph(SharedLog)
      .addNode("a", logs(kit, "a"))
      .addNode("department", department)
      .addNode("after", logs(kit, "after"))
      .addEdge(START, "a")
      .addEdge(START, "department")
      .addEdge(["a", "department"], "after")
      .compile({ checkpointer: kit.checkpointer });
  },
};

/** plan -> a worker for each of u, v, w -> reduce, where the worker on v errs. */
const shift = (kit: Kit) =>
  new StateGraph(SharedLog)
    .addNode("plan", logs(kit, "plan"))
    .addNode("worker", ({ item, note }: { readonly item: string; readonly note: string }) => {
      kit.ran(item);
      return { log: [`${item}: ${item === "v" ? kit.verdict(note !== "") : "right"}`] };
    })
    .addNode("reduce", logs(kit, "reduce"))
    .addEdge(START, "plan")
    .addConditionalEdges(
      "plan",
      ({ note }) => ["u", "v", "w"].map((item) => new Send("worker", { item, note })),
      ["worker"],
    )
    .addEdge("worker", "reduce")
    .compile();

export const sendsInside: Shape = {
  name: "Sends inside of a subgraph, rewound to the second one",
  start: { node: "worker", nth: 1 },
  kind: "graft",
  reruns: { ...besides("u"), v: 1, w: 1, reduce: 1, after: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(SharedLog)
      .addNode("team", shift(kit))
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
