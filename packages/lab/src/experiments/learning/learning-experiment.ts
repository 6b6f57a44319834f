import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import type { LearnOnce } from "./learn-from-nothing.ts";
import { learningClaims } from "./learning-claims.ts";
import { learningFigures } from "./learning-figures.ts";
import { learningMarkdown } from "./learning-tables.ts";

const SYSTEMS = ["team", "support"] as const;
const SEQUENCES = 20;
const FAILURES = 300;
const REPLAYED = 200;
/** Seeds that a run of the experiment has for its sequences. */
const SEEDS = 1000;

/** The short form has so few failures that no second version is made. */
const QUICK = { systems: ["support"], sequences: 2, failures: 24, replayed: 12 } as const;

/** Worth of learning from nothing: no labels, only an agent's own retries and replays. */
export const learningExperiment: Experiment = {
  name: "learning",
  question: "Steps and recoveries of an agent that begins with nothing and learns (simulated agents)",
  document: "learning.md",
  run: async ({ isQuick, onProgress, runs, seed }) => {
    const sequences = runs === undefined ? SEQUENCES : Math.max(2, Math.ceil(runs / FAILURES));
    const full = { systems: SYSTEMS, sequences, failures: FAILURES, replayed: REPLAYED };
    const { systems, sequences: count, ...lengths } = isQuick ? QUICK : full;
    const jobs = systems.flatMap((system) =>
      Array.from({ length: count }, (_, at) => ({ system, ...lengths, seed: seed * SEEDS + at })),
    );
    const worker = { module: new URL("learning-worker.js", import.meta.url), name: "learnInProcess" };
    const learnt: readonly LearnOnce[] = await inProcesses(worker, jobs, onProgress);
    const figures = systems.map((system) =>
      learningFigures(
        system,
        lengths,
        learnt.filter((_, at) => jobs[at]?.system === system),
      ),
    );
    const claims = learningClaims(figures);
    const markdown = learningMarkdown(figures, claims);
    return { markdown, summary: markdown, figures, charts: {}, claims };
  },
};
