import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Send, START, StateGraph, type StateSnapshot } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { at } from "../fixtures/checkpoints.ts";
import {
  branch,
  commands,
  fanOut,
  input,
  LogState,
  loop,
  sends,
  sequence,
} from "../fixtures/graph-shapes.ts";
import { CheckpointNotFoundError, NoCheckpointerError, ThreadIdError } from "../errors/index.ts";
import { planRewind, readStep, readTrajectory, RecordingSaver, rewind } from "../index.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";

const nodes = ({ steps }: RecordedTrajectory) => steps.map(({ origin }) => origin.node);
const contents = ({ steps }: RecordedTrajectory) => steps.map(({ content }) => content);

/** Node and id of every task that LangGraph's own history shows, superstep by superstep. */
async function history(snapshots: AsyncIterable<StateSnapshot>) {
  const tasks: string[][] = [];
  for await (const snapshot of snapshots)
    tasks.unshift(
      snapshot.tasks.filter(({ name }) => name !== "__start__").map(({ id, name }) => `${name} ${id}`),
    );
  return tasks.flatMap((superstep) => superstep.toSorted());
}

const shapes = [
  { shape: "a sequence", builder: sequence, steps: ["a", "b", "c"] },
  { shape: "a loop", builder: loop, steps: ["try", "check", "try", "check", "try", "check"] },
  { shape: "a branch", builder: branch, steps: ["start", "right"] },
  { shape: "parallel nodes", builder: fanOut, steps: ["split", "p", "q", "join"] },
  { shape: "Sends", builder: sends, steps: ["plan", "work", "work", "work", "collect"] },
  { shape: "Commands", builder: commands, steps: ["route", "u", "u"] },
];

describe("readTrajectory", () => {
  it.each(shapes)("gives the steps of $shape in order", async ({ builder, steps }) => {
    const graph = builder().compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await graph.invoke(input(), on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(nodes(trajectory)).toEqual(steps);
    expect(trajectory.steps.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
  });

  it.each(shapes)("gives the tasks of $shape that LangGraph's own history shows", async ({ builder }) => {
    const graph = builder().compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await graph.invoke(input(), on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    const superstepOf = (position: number) => steps[position]?.origin.superstep;
    const ours = [...new Set(steps.map((_, position) => superstepOf(position)))].flatMap((superstep) =>
      steps
        .filter(({ origin }) => origin.superstep === superstep)
        .map(({ origin }) => `${origin.node} ${origin.taskId}`)
        .toSorted(),
    );
    expect(ours).toEqual(await history(graph.getStateHistory(on("t"))));
  });

  it("gives each step the state before it, its writes and the checkpoints before and after", async () => {
    const graph = sequence().compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await graph.invoke(input(), on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    const data = await Promise.all(steps.map((step) => readStep(graph, on("t"), step)));
    expect(data.map(({ state }) => state)).toEqual([
      { log: ["in"] },
      { log: ["in", "a"] },
      { log: ["in", "a", "b"] },
    ]);
    expect(data.map(({ writes }) => writes)).toEqual(["a", "b", "c"].map((name) => [["log", [name]]]));
    expect(steps[0]?.origin.after).toBe(steps[1]?.origin.before);
    const end = await graph.getState(on("t"));
    expect(steps[2]?.origin.after).toBe(end.config.configurable?.["checkpoint_id"]);
  });

  it("gives parallel steps the same state, and Sends their own argument as input", async () => {
    const graph = sends().compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input(), on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    const sent = steps.filter(({ path }) => path === "push");
    const data = await Promise.all(sent.map((step) => readStep(graph, on("t"), step)));
    expect(data.map((step) => step.input)).toEqual([{ part: "z" }, { part: "y" }, { part: "x" }]);
    expect(contents({ ...(await readTrajectory(graph, on("t"))), steps: sent })).toEqual([
      'log: ["worked on z"]',
      'log: ["worked on y"]',
      'log: ["worked on x"]',
    ]);
    expect(new Set(sent.map(({ origin }) => origin.before)).size).toBe(1);
  });

  it("gives Sends in the order in which they were sent, whichever ended first", async () => {
    let done: () => void = () => {};
    const second = new Promise<void>((resolve) => (done = resolve));
    const graph = new StateGraph(LogState)
      .addNode("plan", () => ({}))
      .addNode("work", async ({ part }: { part: string }) => {
        if (part === "first") await second;
        else setTimeout(done);
        return { log: [part] };
      })
      .addEdge(START, "plan")
      .addConditionalEdges("plan", () => ["first", "second"].map((part) => new Send("work", { part })), [
        "work",
      ])
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input(), on("t"));
    expect(contents(await readTrajectory(graph, on("t")))).toEqual(["", 'log: ["first"]', 'log: ["second"]']);
  });

  it("reads a thread that was recorded without RecordingSaver, with everything but the times", async () => {
    const plain = sequence().compile({ checkpointer: new MemorySaver() });
    await plain.invoke(input(), on("t"));
    const { steps } = await readTrajectory(plain, on("t"));
    expect(steps.map(({ origin, content, startedAt }) => [origin.node, content, startedAt])).toEqual([
      ["a", 'log: ["a"]', undefined],
      ["b", 'log: ["b"]', undefined],
      ["c", 'log: ["c"]', undefined],
    ]);
  });

  it("gives the times of steps that RecordingSaver saw, in UTC", async () => {
    let now = Date.UTC(2026, 0, 1);
    const saver = new RecordingSaver(new MemorySaver(), { clock: () => now });
    const graph = sequence({ b: () => void (now += 1500) }).compile({ checkpointer: saver });
    await graph.invoke(input(), on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    expect(steps[1]).toMatchObject({
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-01-01T00:00:01.500Z",
    });
  });

  it("gives only the steps of the current turn of a thread", async () => {
    const graph = sequence().compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await graph.invoke(input("first"), on("t"));
    await graph.invoke(input("second"), on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(nodes(trajectory)).toEqual(["a", "b", "c"]);
    expect(trajectory.task).toBe('log: ["second"]');
    const [first] = await Promise.all(trajectory.steps.map((step) => readStep(graph, on("t"), step)));
    expect(first?.state).toEqual({ log: ["first", "a", "b", "c", "second"] });
  });

  it("follows one branch after a fork, whichever ran last", async () => {
    let call = 0;
    const { builder } = chainGraph({ b: () => `b${(call += 1)}` });
    const graph = builder.compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await graph.invoke({ log: ["in"] }, on("t"));
    const first = await readTrajectory(graph, on("t"));
    const { checkpoint } = await planRewind(graph, first, 1);
    const fork = await rewind(graph, on("t"), { checkpoint });
    const other = await rewind(graph, on("t"), { checkpoint });
    await graph.invoke(null, at("t", other));
    const latest = await readTrajectory(graph, on("t"));
    await graph.invoke(null, at("t", fork));
    const [a, b1, b2, b3, c] = [":right", "1", "2", "3", ":right"].map(
      (text, i) => `log: ["${"abbbc".charAt(i)}${text}"]`,
    );
    expect(contents(await readTrajectory(graph, at("t", first.head)))).toEqual([a, b1, c]);
    expect(contents(await readTrajectory(graph, at("t", latest.head)))).toEqual([a, b2, c]);
    expect(contents(await readTrajectory(graph, on("t")))).toEqual([a, b3, c]);
  });

  it("reads a branch up to a checkpoint in its middle, and which tasks ran from there", async () => {
    const graph = sequence().compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input(), on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    const middle = await readTrajectory(graph, at("t", steps[1]?.origin.after ?? ""));
    expect(middle.steps.map(({ origin }) => [origin.node, origin.after])).toEqual([
      ["a", steps[0]?.origin.after],
      ["b", steps[1]?.origin.after],
      ["c", undefined],
    ]);
  });

  it("refuses a thread on which nothing has run", async () => {
    const graph = sequence().compile({ checkpointer: new MemorySaver() });
    await expect(readTrajectory(graph, on("empty"))).rejects.toThrow(CheckpointNotFoundError);
  });

  it("refuses a config without a thread, and a graph that keeps nothing", async () => {
    const graph = sequence().compile({ checkpointer: new MemorySaver() });
    await expect(readTrajectory(graph, {})).rejects.toThrow(ThreadIdError);
    await expect(readTrajectory(sequence().compile(), on("t"))).rejects.toThrow(NoCheckpointerError);
  });
});
