import { calibrate, fitLogitScorer, scoredRun, setsOf } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory, MissedTrajectory } from "@langgraph-rollback/attribution/trajectory";

import type { TwiceLabelled } from "./label-failures.ts";
import { byReplay } from "./learn-from-labels.ts";

/** Failures to fit a scorer on, to calibrate on, and fresh ones. */
export interface CoverParts {
  readonly fit: readonly TwiceLabelled[];
  readonly calibrated: readonly TwiceLabelled[];
  readonly test: readonly TwiceLabelled[];
}

/** Shares of the fresh failures. */
export interface Covered {
  /** Whose set begins at or before the last start from which a replay was accepted. One that no replay recovers is not among them. */
  readonly recovering: number;
  /** Whose set begins at or before the first mistake, of which nothing is promised. */
  readonly mistake: number;
}

/** Calibrates sets on labels by replay alone, and counts what they hold of fresh failures. */
export async function coverByReplay(
  { fit, calibrated, test }: CoverParts,
  { alpha, seed }: { readonly alpha: number; readonly seed: number },
): Promise<Covered> {
  const scorer = fitLogitScorer(fit.flatMap(byReplay), { seed });
  const labelled = calibrated.flatMap(byReplay).map(withConvention);
  const misses = calibrated.flatMap(missed);
  const sets = setsOf(await calibrate(labelled, { scorer, alpha, misses, method: "suffix" }), alpha);
  let [recovering, mistake] = [0, 0];
  for (const { trajectory, replayed } of test) {
    const { range } = sets.setOf(scoredRun(trajectory, await scorer.score(trajectory)));
    if (replayed.range !== undefined && range.start <= replayed.range.start) recovering += 1;
    if (range.start <= trajectory.label.decisiveStep) mistake += 1;
  }
  return { recovering: recovering / test.length, mistake: mistake / test.length };
}

const withConvention = (trajectory: LabelledTrajectory): LabelledTrajectory => ({
  ...trajectory,
  label: { ...trajectory.label, convention: "last-recovering-start" },
});

function missed({ trajectory, replayed }: TwiceLabelled): readonly MissedTrajectory[] {
  if (replayed.range !== undefined) return [];
  const { label: _, ...rest } = trajectory;
  return [{ ...rest, missed: replayed.status === "unrecovered" ? "unrecovered" : "inconclusive" }];
}
