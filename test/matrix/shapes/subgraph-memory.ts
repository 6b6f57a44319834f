import { Annotation, START, StateGraph } from "@langchain/langgraph";

import { logs, LogState } from "../logging.ts";
import type { Kit, Shape } from "../shape.ts";

/** State that the graph and its subgraph share: the last text, and the note. */
const shared = { said: Annotation<string>, note: LogState.spec.note };
const Outer = Annotation.Root({ ...shared, log: LogState.spec.log });
const Inner = Annotation.Root({ ...shared, heard: LogState.spec.log });

/** listen -> answer, which remembers what it has heard in all turns; the second turn's answer errs. */
const listener = (kit: Kit) =>
  new StateGraph(Inner)
    .addNode("listen", ({ said }) => {
      kit.ran("listen");
      return { heard: [said] };
    })
    .addNode("answer", ({ heard, note }) => {
      kit.ran("answer");
      const verdict = heard.length === 2 ? kit.verdict(note !== "") : "right";
      return { said: `${verdict} after ${heard.join(", ")}`, heard: [] };
    })
    .addEdge(START, "listen")
    .addEdge("listen", "answer")
    .compile({ checkpointer: true });

/** before -> listener (a subgraph with a memory of its own) -> after */
const build = (kit: Kit) =>
  new StateGraph(Outer)
    .addNode("before", logs(kit, "before"))
    .addNode("listener", listener(kit))
    .addNode("after", ({ said }) => {
      kit.ran("after");
      return { log: [said] };
    })
    .addEdge(START, "before")
    .addEdge("before", "listener")
    .addEdge("listener", "after")
    .compile({ checkpointer: kit.checkpointer });

const secondTurn: Pick<Shape, "noteChannel" | "statuses" | "memories" | "build" | "play"> = {
  noteChannel: "note",
  statuses: ["succeeded", "recovered", "succeeded"],
  memories: ["listener"],
  build,
  play: async (graph, config) => [
    await graph.invoke({ said: "one" }, config),
    await graph.invoke({ said: "two" }, config),
    await graph.invoke({ said: "three" }, config),
  ],
};

export const memoryBefore: Shape = {
  ...secondTurn,
  name: "a subgraph that remembers earlier turns, rewound to before it",
  start: { node: "before" },
  reruns: { before: 2, listen: 2, answer: 2, after: 2 },
};

export const memoryInside: Shape = {
  ...secondTurn,
  name: "a subgraph that remembers earlier turns, rewound to its second step",
  start: { node: "answer" },
  kind: "graft",
  reruns: { before: 1, listen: 1, answer: 2, after: 2 },
};
