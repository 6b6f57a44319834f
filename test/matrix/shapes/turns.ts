import { Command, interrupt, INTERRUPT, START, StateGraph } from "@langchain/langgraph";

import { errs, logInput, logs, LogState } from "../logging.ts";
import type { Kit, Shape } from "../shape.ts";

/** a -> b, once for each turn; the second turn's b errs. */
export const secondTurn: Shape = {
  name: "the second of three turns on one thread",
  start: { node: "a" },
  // Once in the second attempt, and once in the turn after it.
  reruns: { a: 2, b: 2 },
  noteChannel: "note",
  statuses: ["succeeded", "recovered", "succeeded"],
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("a", logs(kit, "a"))
      .addNode("b", ({ log, note }) => {
        kit.ran("b");
        const isErring = log.length === 5;
        return { log: [isErring ? kit.verdict(note !== "") : "right"] };
      })
      .addEdge(START, "a")
      .addEdge("a", "b")
      .compile({ checkpointer: kit.checkpointer }),
  play: async (graph, config) => [
    await graph.invoke({ log: ["first"] }, config),
    await graph.invoke({ log: ["second"] }, config),
    await graph.invoke({ log: ["third"] }, config),
  ],
};

/** a -> ask -> b, where b errs. */
const asking = (kit: Kit) =>
  new StateGraph(LogState)
    .addNode("a", logs(kit, "a"))
    .addNode("ask", () => {
      kit.ran("ask");
      return { log: [interrupt<string, string>("which one?")] };
    })
    .addNode("b", errs(kit, "b"))
    .addEdge(START, "a")
    .addEdge("a", "ask")
    .addEdge("ask", "b")
    .compile({ checkpointer: kit.checkpointer });

/** Answers each question of the graph; returns the last output. */
const answering: Shape["play"] = async (graph, config) => {
  let output = await graph.invoke(logInput, config);
  while (typeof output === "object" && output !== null && INTERRUPT in output)
    output = await graph.invoke(new Command({ resume: "the first" }), config);
  return [output];
};

export const answeredInterrupt: Shape = {
  name: "an interrupt that was answered before the set's first step",
  start: { node: "b" },
  reruns: { b: 1 },
  noteChannel: "note",
  build: asking,
  play: answering,
};

export const askedAgain: Shape = {
  name: "an interrupt that was answered at the set's first step",
  start: { node: "ask" },
  // It runs up to the question, and from its start when it has been answered.
  reruns: { ask: 2, b: 1 },
  noteChannel: "note",
  build: asking,
  play: answering,
  waitsAgain: 1,
};

/** p, which asks, and q at once -> join, where q errs. */
export const siblingAsked: Shape = {
  name: "an interrupt that was answered in a sibling before the set's first step",
  start: { node: "q" },
  kind: "siblings-kept",
  reruns: { q: 1, join: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("p", () => {
        kit.ran("p");
        return { log: [interrupt<string, string>("which one?")] };
      })
      .addNode("q", errs(kit, "q"))
      .addNode("join", logs(kit, "join"))
      .addEdge(START, "p")
      .addEdge(START, "q")
      .addEdge(["p", "q"], "join")
      .compile({ checkpointer: kit.checkpointer }),
  play: answering,
};

/** a -> b -> c with a breakpoint, where b errs. */
const heldUp = (kit: Kit, where: { interruptBefore: ["b"] } | { interruptAfter: ["a"] }) =>
  new StateGraph(LogState)
    .addNode("a", logs(kit, "a"))
    .addNode("b", errs(kit, "b"))
    .addNode("c", logs(kit, "c"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ checkpointer: kit.checkpointer, ...where });

export const breakpoint: Shape = {
  name: "a breakpoint before the set's first step, where it waits again",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) => heldUp(kit, { interruptBefore: ["b"] }),
  play: async (graph, config) => {
    let output = await graph.invoke(logInput, config);
    while ((await graph.getState(config)).next.length > 0) output = await graph.invoke(null, config);
    return [output];
  },
  waitsAgain: 1,
};

export const breakpointAfter: Shape = {
  ...breakpoint,
  name: "a breakpoint after the step before the set's first step, where it waits again",
  build: (kit) => heldUp(kit, { interruptAfter: ["a"] }),
};
