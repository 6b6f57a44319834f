import { START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

type Sibling = "p" | "q" | "r";

/** split -> p, q and r at once -> join, where one of the three errs. */
const build = (erring: Sibling) => (kit: Kit) => {
  const sibling = (name: Sibling) => (name === erring ? errs(kit, name) : logs(kit, name));
  return new StateGraph(LogState)
    .addNode("split", logs(kit, "split"))
    .addNode("p", sibling("p"))
    .addNode("q", sibling("q"))
    .addNode("r", sibling("r"))
    .addNode("join", logs(kit, "join"))
    .addEdge(START, "split")
    .addEdge("split", "p")
    .addEdge("split", "q")
    .addEdge("split", "r")
    .addEdge(["p", "q", "r"], "join")
    .compile({ checkpointer: kit.checkpointer });
};

const fanOut = (erring: Sibling): Pick<Shape, "start" | "noteChannel" | "build" | "play"> => ({
  start: { node: erring },
  noteChannel: "note",
  build: build(erring),
  play: once(logInput),
});

export const fanOutFirst: Shape = {
  name: "fan-out and fan-in, rewound to the first sibling",
  ...fanOut("p"),
  reruns: { p: 1, q: 1, r: 1, join: 1 },
};

export const fanOutSecond: Shape = {
  name: "fan-out and fan-in, rewound to the second sibling",
  ...fanOut("q"),
  kind: "siblings-kept",
  reruns: { q: 1, r: 1, join: 1 },
};

export const fanOutLast: Shape = {
  name: "fan-out and fan-in, rewound to the last sibling",
  ...fanOut("r"),
  kind: "siblings-kept",
  reruns: { r: 1, join: 1 },
};
