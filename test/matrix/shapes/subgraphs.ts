import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

/** A graph and its subgraph share the log, and each adds what it does not hold yet. */
export const SharedLog = Annotation.Root({
  log: Annotation<string[]>({
    reducer: (kept, added) => [...new Set([...kept, ...added])],
    default: () => [],
  }),
  note: LogState.spec.note,
});

/** x -> y -> z, where y errs. */
export const team = (kit: Kit, checkpointer?: BaseCheckpointSaver | boolean) =>
  new StateGraph(SharedLog)
    .addNode("x", logs(kit, "x"))
    .addNode("y", errs(kit, "y"))
    .addNode("z", logs(kit, "z"))
    .addEdge(START, "x")
    .addEdge("x", "y")
    .addEdge("y", "z")
    .compile(checkpointer === undefined ? {} : { checkpointer });

/** before -> team -> after */
const around = (checkpointer?: boolean) => (kit: Kit) =>
  new StateGraph(SharedLog)
    .addNode("before", logs(kit, "before"))
    .addNode("team", team(kit, checkpointer))
    .addNode("after", logs(kit, "after"))
    .addEdge(START, "before")
    .addEdge("before", "team")
    .addEdge("team", "after")
    .compile({ checkpointer: kit.checkpointer });

const common = { noteChannel: "note", play: once(logInput) };

export const inheritedSubgraph: Shape = {
  ...common,
  name: "a subgraph with an inherited checkpointer, rewound to its second step",
  start: { node: "y" },
  kind: "graft",
  reruns: { y: 1, z: 1, after: 1 },
  build: around(),
};

export const inheritedSubgraphFirst: Shape = {
  ...common,
  name: "a subgraph with an inherited checkpointer, rewound to before it",
  start: { node: "before" },
  reruns: { before: 1, x: 1, y: 1, z: 1, after: 1 },
  build: around(),
};

export const rememberingSubgraph: Shape = {
  ...common,
  name: "a subgraph with checkpointer: true, rewound to its second step",
  start: { node: "y" },
  kind: "graft",
  reruns: { y: 1, z: 1, after: 1 },
  memories: ["team"],
  build: around(true),
};

export const forgettingSubgraph: Shape = {
  ...common,
  name: "a subgraph with checkpointer: false, rewound to its start",
  start: { node: "team" },
  reruns: { x: 1, y: 1, z: 1, after: 1 },
  build: around(false),
};

export const calledSubgraph: Shape = {
  ...common,
  name: "a subgraph that is called in a node's function, rewound to the node's start",
  start: { node: "team" },
  reruns: { x: 1, y: 1, z: 1, after: 1 },
  build: (kit) => {
    const inner = team(kit);
    return new StateGraph(SharedLog)
      .addNode("before", logs(kit, "before"))
      .addNode("team", async (state, config: LangGraphRunnableConfig) => await inner.invoke(state, config))
      .addNode("after", logs(kit, "after"))
      .addEdge(START, "before")
      .addEdge("before", "team")
      .addEdge("team", "after")
      .compile({ checkpointer: kit.checkpointer });
  },
};

/** Its steps are known, but LangGraph starts it anew whenever the node runs. */
export const calledSubgraphInside: Shape = {
  ...calledSubgraph,
  name: "a subgraph that is called in a node's function, rewound to its second step",
  start: { node: "y" },
};

/** left and right (subgraphs) at once -> after, where right's y errs. */
export const subgraphsAtOnce: Shape = {
  ...common,
  name: "two subgraphs at once, rewound to a step of the second",
  start: { node: "y" },
  kind: "graft",
  reruns: { y: 1, z: 1, after: 1 },
  build: (kit) =>
    new StateGraph(SharedLog)
      .addNode("left", new StateGraph(SharedLog).addNode("w", logs(kit, "w")).addEdge(START, "w").compile())
      .addNode("right", team(kit))
      .addNode("after", logs(kit, "after"))
      .addEdge(START, "left")
      .addEdge(START, "right")
      .addEdge(["left", "right"], "after")
      .compile({ checkpointer: kit.checkpointer }),
};
