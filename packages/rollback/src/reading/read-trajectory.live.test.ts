import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, inject, it, vi } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { CountingSaver } from "../fixtures/counting-saver.ts";
import { branch, commands, fanOut, input, loop, sends, sequence } from "../fixtures/graph-shapes.ts";
import {
  callingGraphs,
  callingTasks,
  nestedSubgraphs,
  parallelSubgraphs,
  rememberingSubgraph,
  subgraph,
  workflow,
} from "../fixtures/nesting-graphs.ts";
import { planRewind, readTrajectory, RecordingSaver, rewind, type RecordedTrajectory } from "../index.ts";
import type { RollbackTarget } from "../index.ts";
import { compiledGraphOf } from "../langgraph/compiled-graph.ts";
import { outermost } from "../steps/recorded-trajectory.ts";
import { readAttempt } from "./read-trajectory.ts";

interface Runnable extends RollbackTarget {
  invoke(input: unknown, config?: object): Promise<unknown>;
}
/** Work of one step; it throws where the run is to fail. */
type Work = () => void;
type Build = (checkpointer: BaseCheckpointSaver, work: Work) => Runnable;

const shapes: Readonly<Record<string, Build>> = {
  "a sequence": (checkpointer, b) => sequence({ b }).compile({ checkpointer }),
  "a loop": (checkpointer) => loop().compile({ checkpointer }),
  "a branch": (checkpointer) => branch().compile({ checkpointer }),
  "parallel nodes": (checkpointer, q) => fanOut({ q }).compile({ checkpointer }),
  Sends: (checkpointer) => sends().compile({ checkpointer }),
  Commands: (checkpointer) => commands().compile({ checkpointer }),
  "a subgraph": (checkpointer, work) => subgraph(work).compile({ checkpointer }),
  "a subgraph that remembers": (checkpointer, work) => rememberingSubgraph(work).compile({ checkpointer }),
  "nested subgraphs": (checkpointer, work) => nestedSubgraphs(work).compile({ checkpointer }),
  "parallel subgraphs": (checkpointer, work) => parallelSubgraphs(work).compile({ checkpointer }),
  "graphs that a node calls": (checkpointer, work) => callingGraphs(work).compile({ checkpointer }),
  "tasks that a node calls": (checkpointer, work) => callingTasks(work).compile({ checkpointer }),
  "a workflow of tasks": workflow,
};
const cases = Object.entries(shapes).map(([shape, build]) => ({ shape, build }));

/** Shapes whose tasks were called by others: their names are kept with the checkpoint that they lead to. */
const ofTasks = ["tasks that a node calls", "a workflow of tasks"];

const Counted = Annotation.Root({ count: Annotation<number>() });

/** Throws once. */
const broken = (): Work => {
  let threw = false;
  return () => {
    if (threw) return;
    threw = true;
    throw new RangeError("it broke");
  };
};

/** A recorder whose clock never shows the same time twice, a graph over it, and the same one as another process has it. */
function recorded(build: Build, work: Work = () => {}) {
  const store = new CountingSaver();
  let now = Date.UTC(2026, 0, 1);
  const recorder = new RecordingSaver(store, { clock: () => (now += 10) });
  const graph = build(recorder, work);
  const run = (call: unknown, config: object = {}) =>
    graph.invoke(call, { ...on("t"), callbacks: [recorder.taskNames.listener], ...config });
  /** The steps up to a checkpoint, as the attempt's own process has them that ended there. */
  const own = ({ head }: Pick<RecordedTrajectory, "head">, known?: RecordedTrajectory) =>
    readAttempt({ graph: compiledGraphOf(graph), saver: recorder }, "t", head, known);
  return { store, graph, run, own, other: () => build(new RecordingSaver(store), work) };
}

/** Without what only the process that ran a step knows, if no checkpoint came after it. */
const withoutHeadTimes = ({ steps, ...trajectory }: RecordedTrajectory) => ({
  ...trajectory,
  steps: steps.map(({ startedAt, endedAt, ...step }) =>
    step.origin.after === undefined ? step : { ...step, startedAt, endedAt },
  ),
});

/** Rewinds to one of the steps, and runs from there. */
async function rewound(graph: Runnable, run: (call: null) => Promise<unknown>, choice: number) {
  const trajectory = await readTrajectory(graph, on("t"));
  const step = choice % trajectory.steps.length;
  await rewind(graph, on("t"), await planRewind(graph, trajectory, step));
  return run(null);
}

describe("readTrajectory of what this process recorded", () => {
  it.each(cases)("gives for $shape what any other process reads from the store", async ({ build }) => {
    const { graph, run, other } = recorded(build);
    await run(input());
    const live = await readTrajectory(graph, on("t"));
    expect(
      live.steps.every(({ startedAt, endedAt }) => startedAt !== undefined && endedAt !== undefined),
    ).toBe(true);
    expect(live).toEqual(await readTrajectory(other(), on("t")));
  });

  it.each(cases)("gives it for $shape with only the head from the store", async ({ build }) => {
    const { store, graph, run } = recorded(build);
    await run(input());
    store.read = 0;
    await readTrajectory(graph, on("t"));
    expect(store.read).toBe(1);
  });

  it.each(cases)(
    "gives an attempt of $shape to its own process with nothing from the store",
    async ({ build }) => {
      const { store, graph, run, own } = recorded(build);
      await run(input());
      const live = await readTrajectory(graph, on("t"));
      store.read = 0;
      expect(await own(live)).toEqual(live);
      expect(store.read).toBe(0);
    },
  );

  it.each(cases)(
    "gives an attempt of $shape superstep after superstep as it gives it whole",
    async ({ build }) => {
      const { store, graph, run, own } = recorded(build);
      await run(input());
      const whole = await readTrajectory(graph, on("t"));
      const heads = new Set([...whole.steps.flatMap((step) => outermost(step).after ?? []), whole.head]);
      store.read = 0;
      let known: RecordedTrajectory | undefined;
      for (const head of heads) {
        known = await own({ head }, known);
        expect(known).toEqual(await own({ head }));
      }
      expect(known).toEqual(whole);
      expect(store.read).toBe(0);
    },
  );

  it.each(cases)("gives both alike for $shape after any rewinds", async ({ build }) => {
    const sync = fc.constantFrom({ durability: "sync" }, { durability: "async" });
    const choices = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sync, choices, async (durability, rewinds) => {
        const { graph, run, own, other } = recorded(build);
        await run(input(), durability);
        for (const choice of rewinds) await rewound(graph, (call) => run(call, durability), choice);
        const live = await readTrajectory(graph, on("t"));
        expect(live).toEqual(await readTrajectory(other(), on("t")));
        expect(await own(live)).toEqual(live);
      }),
      { numRuns: inject("allRounds") ? 8 : 2 },
    );
  });

  it.each(cases)("gives both alike for $shape in a second turn", async ({ build }) => {
    const { graph, run, other } = recorded(build);
    await run(input());
    await run(input("again"));
    expect(await readTrajectory(graph, on("t"))).toEqual(await readTrajectory(other(), on("t")));
  });

  it.each(cases.filter(({ shape }) => !ofTasks.includes(shape)))(
    "gives both alike for $shape when a step throws, but for the times of what led to no checkpoint",
    async ({ build }) => {
      const { graph, run, own, other } = recorded(build, broken());
      await run(input()).catch(String);
      const live = await readTrajectory(graph, on("t"));
      expect(await own(live)).toEqual(live);
      expect(withoutHeadTimes(live)).toEqual(withoutHeadTimes(await readTrajectory(other(), on("t"))));
    },
  );

  it.each(cases.filter(({ shape }) => ofTasks.includes(shape)))(
    "says the same for $shape when a step throws, without the names of the tasks that were called there",
    async ({ build }) => {
      const { graph, run, other } = recorded(build, broken());
      await run(input()).catch(String);
      const said = ({ steps }: RecordedTrajectory) => steps.map(({ content }) => content).toSorted();
      const live = await readTrajectory(graph, on("t"));
      expect(said(live)).toEqual(said(await readTrajectory(other(), on("t"))));
      expect(live.steps.map(({ origin }) => origin.node)).toContain("say");
    },
  );

  it.each(cases)("gives both alike for $shape when it went on after a step threw", async ({ build }) => {
    const { graph, run, other } = recorded(build, broken());
    await run(input()).catch(String);
    await run(null);
    expect(await readTrajectory(graph, on("t"))).toEqual(await readTrajectory(other(), on("t")));
  });

  it("looks at as many checkpoints a step in a run of 200 steps as in one of 50", async () => {
    const a = await looksOfReading(50);
    const b = await looksOfReading(200);
    expect(b / a).toBeLessThan(4.5);
  });
});

/** How often keys of checkpoints are looked at when a run of so many steps is read by the process that recorded it. */
async function looksOfReading(steps: number): Promise<number> {
  const counting = new StateGraph(Counted)
    .addNode("step", ({ count }) => ({ count: count + 1 }))
    .addEdge(START, "step")
    .addConditionalEdges("step", ({ count }) => (count < steps ? "step" : END), ["step", END]);
  const { graph, run } = recorded((checkpointer) => counting.compile({ checkpointer }));
  await run({ count: 0 }, { recursionLimit: steps + 1 });
  const compared = vi.spyOn(String.prototype, "startsWith");
  const found = vi.spyOn(Map.prototype, "get");
  try {
    expect((await readTrajectory(graph, on("t"))).steps).toHaveLength(steps);
    return compared.mock.calls.length + found.mock.calls.length;
  } finally {
    compared.mockRestore();
    found.mockRestore();
  }
}
