import { isDeepStrictEqual } from "node:util";

import { readTrajectory, RecordingSaver } from "../src/index.ts";
import { fixed, median } from "./figures.mjs";
import { loopGraph, runOf } from "./loop-graph.mjs";

/** Reads one thread's trajectory as the process that recorded it does, and as any other does: from its checkpoints. */
export async function readingCost(graph, steps, rounds, report) {
  const live = graph;
  const stored = () =>
    loopGraph(steps).compile({ checkpointer: new RecordingSaver(graph.checkpointer.inner) });
  const times = { live: [], stored: [] };
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = [await timed(live, steps, times.live), await timed(stored(), steps, times.stored)];
    if (!isDeepStrictEqual(a, b))
      throw new Error("What is read live differs from what is read from the store.");
    if (a.steps.length !== steps) throw new Error(`Expected ${steps} steps, got ${a.steps.length}.`);
  }
  // One look more at the live one is cheap, and its first reading is not warm.
  for (let round = 0; round < 4; round += 1) await timed(live, steps, times.live);
  report("live reading / reading from the store", median(times.live) / median(times.stored), 1 / 20, {
    format: (ratio) => `1 / ${fixed(1 / ratio, 0)}`,
    detail: `${fixed(median(times.live), 1)} ms -> ${fixed(median(times.stored), 0)} ms, ${steps} equal steps`,
  });
}

async function timed(graph, steps, times) {
  const start = performance.now();
  const trajectory = await readTrajectory(graph, runOf("t", steps));
  times.push(performance.now() - start);
  return trajectory;
}
