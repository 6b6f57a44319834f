import type { Claim, Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { changeFigures, type ChangeFigures } from "./change-figures.ts";
import type { ChangedRun } from "./change-model.ts";
import { changeMarkdown } from "./change-tables.ts";

/** Share of mistakes that the changed model repeats although the note shows them. */
const REPEAT_SHOWN = 0.8;
const ALPHA = 0.2;
const SEQUENCES = 5;
const FAILURES = 750;
/** Seeds that a run of the experiment has for its sequences. */
const SEEDS = 1000;

/** The short form is over before anything is promised. */
const QUICK = { sequences: 2, failures: 18 } as const;

/** An agent that learns from its own retries, and whose model becomes another one and is mended later. */
export const changeExperiment: Experiment = {
  name: "model-change",
  question:
    "Whether an agent that learns notices that its model has changed, and what holds meanwhile (simulated agent)",
  document: "learning.md",
  run: async ({ isQuick, onProgress, runs, seed }) => {
    const count = runs === undefined ? SEQUENCES : Math.max(2, Math.ceil(runs / FAILURES));
    const { failures, sequences } = isQuick ? QUICK : { sequences: count, failures: FAILURES };
    const third = failures / 3;
    const shared = { before: third, after: third, mended: third, alpha: ALPHA, repeatShown: REPEAT_SHOWN };
    const jobs = Array.from({ length: sequences }, (_, at) => ({ ...shared, seed: seed * SEEDS + at }));
    const worker = { module: new URL("change-worker.js", import.meta.url), name: "changeInProcess" };
    const changed: readonly (readonly ChangedRun[])[] = await inProcesses(worker, jobs, onProgress);
    const figures = changeFigures(shared, changed);
    const claims = changeClaims(figures, isQuick);
    const markdown = changeMarkdown(figures, claims);
    return { markdown, summary: markdown, figures, charts: {}, claims };
  },
};

/** Sentences of the documentation about a model that changes. Nothing is noticed in the short form. */
export function changeClaims({ sequences }: ChangeFigures, isQuick = false): readonly Claim[] {
  const most = Math.max(...sequences.map(({ mostAbove }) => mostAbove));
  const counted = (is: (sequence: ChangeFigures["sequences"][number]) => boolean): number =>
    sequences.filter(is).length;
  const inAll = (sentence: string, holding: number): Claim => ({
    sentence,
    holds: holding === sequences.length,
    measured: `in ${holding} of ${sequences.length}`,
  });
  return [
    {
      sentence: "At no time more than a share alpha of the failed runs has ended silently.",
      holds: most <= 0,
      measured: `the most is ${most.toFixed(1)} runs above it`,
    },
    ...(isQuick
      ? []
      : [
          inAll(
            "The alarm comes after the change.",
            counted(({ alarm }) => alarm !== undefined),
          ),
          inAll(
            "After the alarm a version is made and something is promised again.",
            counted(({ promise, version }) => version !== undefined && promise !== undefined),
          ),
        ]),
  ];
}
