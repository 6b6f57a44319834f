import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { getReplanNote } from "langgraph-rollback";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

const Unnoted = Annotation.Root({ log: LogState.spec.log });

/** A node that errs until its config holds a note. */
export const errsByConfig = (kit: Kit) => (_: unknown, config: LangGraphRunnableConfig) => {
  kit.ran("b");
  return { log: [`b: ${kit.verdict(getReplanNote(config) !== undefined)}`] };
};

/** a -> b -> c, where b errs; the state has no place for a note. */
export const configNote: Shape = {
  name: "a state without messages, whose nodes read the note from their config",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  build: (kit) =>
    new StateGraph(Unnoted)
      .addNode("a", logs(kit, "a"))
      .addNode("b", errsByConfig(kit))
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** The graph's state has a place for the note, its subgraph's has none, so that goes back to before the subgraph. */
export const configNoteInside: Shape = {
  name: "a subgraph without the note's channel, rewound to its second step",
  start: { node: "b" },
  reruns: { a: 1, b: 1, after: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("before", logs(kit, "before"))
      .addNode(
        "team",
        new StateGraph(Unnoted)
          .addNode("a", logs(kit, "a"))
          .addNode("b", errsByConfig(kit))
          .addEdge(START, "a")
          .addEdge("a", "b")
          .compile(),
      )
      .addNode("after", logs(kit, "after"))
      .addEdge(START, "before")
      .addEdge("before", "team")
      .addEdge("team", "after")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
