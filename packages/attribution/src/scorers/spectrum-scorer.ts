import type { Trajectory } from "../trajectory/index.ts";

import { fittedScorer } from "./fitted-scorer.ts";
import { canonicalJson } from "./model-fingerprint.ts";
import { actionDigest, textDigest } from "./same-action.ts";
import type { SpectrumModel, SpectrumRun } from "./scorer-model.ts";
import { explainShares } from "./share-explanation.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * Suspects steps of a failing run that other failing runs of the task share and passing runs do not: spectrum-based fault
 * localisation over whole runs, such as attempts, replays and repeated tasks. Asks no model and needs no labels.
 *
 * Runs are of one task if the texts of the task are equal and not empty. Groups do not count, as scorers never look at them. Two
 * steps are the same if the same agent makes the same tool calls, or says the same where it makes none: see `actionDigest`.
 *
 * A step that stands in f of F failing runs and in p passing ones has the suspicion f / sqrt(F (f + p)), by Ochiai. The run
 * that is scored is one of the F, and no other run of its id counts. Shares are proportional to the suspicions. Steps that
 * occur in the same runs tie. Without another run of the task all shares are equal.
 *
 * If calibrated runs are among `runs`, their scores come from one run fewer than those of a fresh failure, so coverage
 * is approximate. It is exact if none of them is.
 *
 * @param runs failing and passing ones by `outcome.ok`, of any tasks, in any order. One without an outcome does not count.
 *   Of a run that is given twice, one counts.
 * @see Abreu, Zoeteweij, van Gemund (2007), On the accuracy of spectrum-based fault localization. FAMAS, arXiv:2509.13782,
 *   has the idea for agents; it replays each task many times for it, and has another formula
 */
export function spectrumScorer(runs: readonly Trajectory[]): FittedScorer {
  const different = new Map(
    runs.flatMap((run) => {
      const entry = spectrumRun(run);
      return entry === undefined ? [] : [[canonicalJson(entry), entry] as const];
    }),
  );
  // In an order of their own, so that the fingerprint does not depend on that of `runs`.
  const sorted = [...different].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return spectrumScorerOf({ kind: "spectrum", digests: 1, runs: sorted });
}

function spectrumRun({ id, outcome, steps, task }: Trajectory): SpectrumRun | undefined {
  if (outcome === undefined) return undefined;
  const digests = [...new Set(steps.map(actionDigest))].toSorted();
  return { id, task: textDigest(task), ok: outcome.ok, steps: digests };
}

/** The scorer of a {@link SpectrumModel}. */
export function spectrumScorerOf(model: SpectrumModel): FittedScorer {
  const byTask = new Map<string, OtherRun[]>();
  for (const { id, ok, steps, task } of model.runs) {
    const run = { id, ok, steps: new Set(steps) };
    const known = byTask.get(task);
    if (known === undefined) byTask.set(task, [run]);
    else known.push(run);
  }
  const countsOf = (trajectory: Trajectory): Spectrum => {
    const { id, task } = trajectory;
    const runs = task === "" ? [] : (byTask.get(textDigest(task)) ?? []);
    const others = runs.filter((run) => run.id !== id);
    return spectrumOf(trajectory, others);
  };
  return fittedScorer(
    model,
    (trajectory) => sharesOf(countsOf(trajectory)),
    (trajectory, steps) => {
      const spectrum = countsOf(trajectory);
      return explainShares(sharesOf(spectrum), steps, (step) => spectrumWords(spectrum, step));
    },
  );
}

interface OtherRun {
  readonly id: string;
  readonly ok: boolean;
  readonly steps: ReadonlySet<string>;
}

/** Numbers of runs of one task; the run that is scored is one of the failing ones. */
interface Spectrum {
  readonly failing: number;
  readonly passing: number;
  /** Those of them that have a step, shape [l]. */
  readonly steps: readonly { readonly failing: number; readonly passing: number }[];
}

function spectrumOf({ steps }: Trajectory, others: readonly OtherRun[]): Spectrum {
  const failing = others.filter(({ ok }) => !ok);
  const passing = others.filter(({ ok }) => ok);
  return {
    failing: 1 + failing.length,
    passing: passing.length,
    steps: steps.map((step) => {
      const digest = actionDigest(step);
      const having = (runs: readonly OtherRun[]) => runs.filter((run) => run.steps.has(digest)).length;
      return { failing: 1 + having(failing), passing: having(passing) };
    }),
  };
}

function sharesOf({ failing, steps }: Spectrum): readonly number[] {
  const suspicions = steps.map((step) => step.failing / Math.sqrt(failing * (step.failing + step.passing)));
  const total = suspicions.reduce((sum, suspicion) => sum + suspicion, 0);
  return suspicions.map((suspicion) => suspicion / total);
}

function spectrumWords({ failing, passing, steps }: Spectrum, step: number): string {
  if (failing + passing === 1) return "is as suspicious as any other: no other run of the task is known";
  const own = steps[step];
  return `stands in ${own?.failing ?? 0} of ${failing} failing runs of the task, this one included, and in ${own?.passing ?? 0} of ${passing} passing ones`;
}
