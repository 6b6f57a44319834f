import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { claimsInBrief } from "../claims-in-words.ts";
import type { Experiment } from "../experiment.ts";
import { growByLabels } from "./by-labels.ts";
import { growByLength } from "./by-length.ts";
import { growBySteps } from "./by-steps.ts";
import { growByThreads } from "./by-threads.ts";
import { openCheckpointers } from "./checkpointers.ts";
import { growthChart } from "./growth-chart.ts";
import { growthClaims } from "./growth-claims.ts";
import { growthTables } from "./growth-tables.ts";
import { growHeldMemory } from "./held-memory.ts";
import { measurements, type Series } from "./series.ts";

const FULL = {
  steps: [10, 100, 1000, 10_000],
  conversation: [10, 100, 300, 1000],
  /** Of a conversation: 1,000 steps take a quarter of a minute to read from checkpoints, and a minute over a server. */
  longestStored: 300,
  threads: [10, 100, 1000, 10_000],
  labels: [10, 100, 1000, 10_000, 100_000],
  heldSteps: [10, 100, 1000, 10_000, 30_000],
  heldThreads: [10, 100, 1000, 10_000],
  rounds: 3,
  checkpointers: ["MemorySaver", "SqliteSaver", "PostgresSaver"],
};
const QUICK: typeof FULL = {
  steps: [10, 100, 1000],
  conversation: [10, 100],
  longestStored: 100,
  threads: [10, 100, 1000],
  labels: [100, 1000, 10_000],
  heldSteps: [100, 1000],
  heldThreads: [10, 100],
  rounds: 1,
  // The time of a server on a laden machine is no evidence about a claim.
  checkpointers: ["MemorySaver", "SqliteSaver"],
};

/** Of steps and of threads: 10,000 of them take minutes over a server. */
const LONGEST_OVER_SERVER = 1000;

/** Cost of recording, reading, attributing, rewinding and listing as runs, checkpointers and labels grow. */
export const growthExperiment: Experiment = {
  name: "growth",
  question:
    "What grows how fast: time, memory and bytes by steps, threads and labels (a loop without a model)",
  run: async ({ isQuick, seed, onProgress }) => {
    const sizes = isQuick ? QUICK : FULL;
    const { rounds } = sizes;
    const found = measurements();
    const { checkpointers, skipped } = await openCheckpointers(sizes.checkpointers);
    const parts = 2 * checkpointers.length + 3;
    let done = 0;
    const told = (): void => onProgress((done += 1), parts);
    let trajectories: ReadonlyMap<number, Trajectory> = new Map();
    try {
      // The first runs compile what they run.
      for (const checkpointer of checkpointers)
        await growBySteps(checkpointer, { ...bounded(sizes), sizes: [100], rounds: 1 }, measurements());
      for (const checkpointer of checkpointers) {
        const within = (all: readonly number[]): readonly number[] =>
          checkpointer.clock === "wall" ? all.filter((size) => size <= LONGEST_OVER_SERVER) : all;
        const { steps, threads } = sizes;
        const read = await growBySteps(checkpointer, { ...bounded(sizes), sizes: within(steps) }, found);
        if (read.size > trajectories.size) trajectories = read;
        const { conversation, longestStored } = sizes;
        await growBySteps(
          checkpointer,
          { kind: "conversation", sizes: conversation, rounds: 1, longestStored },
          found,
        );
        told();
        await growByThreads(checkpointer, { sizes: within(threads), rounds }, found);
        told();
      }
    } finally {
      for (const checkpointer of checkpointers) await checkpointer.close();
    }
    await growByLength(trajectories, { rounds, seed }, found);
    told();
    await growByLabels({ sizes: sizes.labels, seed }, found);
    told();
    await growHeldMemory({ steps: sizes.heldSteps, threads: sizes.heldThreads }, found);
    told();
    const series = found.series();
    return {
      markdown: [...skipped, growthMarkdown(series)].join("\n\n"),
      summary: [...skipped, growthSummary(series)].join("\n\n"),
      figures: series,
      charts: { growth: growthChart(series) },
      claims: growthClaims(series),
    };
  },
};

const CHART = "![Growth by operation](benchmarks/growth.svg)";

/** All tables. */
export const growthMarkdown = (series: readonly Series[]): string =>
  [growthTables(series), CHART].join("\n\n");

/** The part of the document. */
export const growthSummary = (series: readonly Series[]): string =>
  [CHART, ...claimsInBrief(growthClaims(series), "claims about growth", "the machine was laden")].join(
    "\n\n",
  );

const bounded = ({ steps, rounds }: typeof FULL) => ({
  kind: "bounded" as const,
  sizes: steps,
  rounds,
  longestStored: Infinity,
});
