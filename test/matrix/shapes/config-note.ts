import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";
import { getReplanNote } from "langgraph-rollback";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

const Unnoted = Annotation.Root({ log: LogState.spec.log });

const errs = (kit: Kit) => (_: unknown, config: LangGraphRunnableConfig) => {
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
      .addNode("b", errs(kit))
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** Cannot hold: b's input is the same again, so the cache answers with what b gave in the failed attempt. */
export const cachedNode: Shape = {
  name: "a node with a cachePolicy that reads the note from its config",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  build: (kit) =>
    new StateGraph(Unnoted)
      .addNode("a", logs(kit, "a"))
      .addNode("b", errs(kit), { cachePolicy: true })
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer, cache: new InMemoryCache() }),
  play: once(logInput),
};

/** The note is part of b's input, so the cache does not know it. */
export const cachedNodeNoted: Shape = {
  name: "a node with a cachePolicy that reads the note from its state",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode(
        "b",
        ({ note }) => {
          kit.ran("b");
          return { log: [`b: ${kit.verdict(note !== "")}`] };
        },
        { cachePolicy: true },
      )
      .addNode("c", logs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer, cache: new InMemoryCache() }),
  play: once(logInput),
};
