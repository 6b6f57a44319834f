import type { LabelledRun } from "../conformal/index.ts";
import { isLabelled, type LabelledTrajectory, type MissedTrajectory } from "../trajectory/index.ts";

import { foldsOf } from "../draws/seeded-folds.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import type { FitFailures, FitScorer, FittedScorer } from "../scorers/step-scorer.ts";
import {
  calibrationFrom,
  checkCalibrationOptions,
  labelledRuns,
  missedRuns,
  verifierOf,
  type CalibrationOptions,
} from "./calibrate.ts";
import type { Calibration, MissedRun } from "./calibration.ts";
import { conventionOf } from "./convention-of.ts";
import { fitToPart } from "./fit-to-part.ts";
import { isMissed } from "./is-missed.ts";

/** How to fit, and which folds. */
export interface CrossCalibrationOptions extends CalibrationOptions {
  readonly fit: FitScorer | FitFailures;
  /** Draws the folds. */
  readonly seed: number;
  /** Number of folds, a whole number >= 2; default 5. No more than there are failures. */
  readonly folds?: number;
}

/**
 * Fits and calibrates on all of the labelled failures: each is scored by a scorer that was fitted without its fold, and the
 * scorer returned is fitted on all of them. Twice the labels for either purpose of `fitAndCalibrate`, hence smaller sets;
 * K + 1 fits.
 *
 * The guarantee is approximate: the scores that the threshold comes from are another scorer's than those that are held
 * against it. Where more labels make a scorer surer of itself, sets come out too small. The calibration carries that
 * (`guarantee`), and so does every set made with it.
 *
 * @param labelled n failures, exchangeable with those to come, together with `misses`
 * @throws {NotEnoughLabelsError} if there are fewer than two
 * @throws {RangeError} if `alpha` is outside [0, 1), `seed` no integer or `folds` no whole number >= 2
 */
export async function crossCalibrate(
  labelled: readonly LabelledTrajectory[],
  options: CrossCalibrationOptions,
): Promise<{ readonly scorer: FittedScorer; readonly calibration: Calibration }> {
  const { fit, folds = 5, misses = [], seed, ...calibrationOptions } = options;
  checkCalibrationOptions(options, labelled);
  if (!Number.isSafeInteger(folds) || folds < 2) {
    throw new RangeError(`Expected \`folds\` to be a whole number >= 2, got ${folds}.`);
  }
  const all: readonly (LabelledTrajectory | MissedTrajectory)[] = [...labelled, ...misses];
  if (all.length < 2) throw new NotEnoughLabelsError("Cross calibration", 2, all.length);
  const failures: LabelledRun[] = [];
  const missed: MissedRun[] = [];
  for (const { inside, outside } of splitIntoFolds(all, folds, seed)) {
    options.signal?.throwIfAborted();
    const scorer = await fitToPart(fit, inside);
    const own = { ...calibrationOptions, scorer };
    for (const each of await labelledRuns(outside.filter(isLabelled), own)) failures.push(each);
    for (const each of await missedRuns(outside.filter(isMissed), own)) missed.push(each);
  }
  options.signal?.throwIfAborted();
  const scorer = await fitToPart(fit, all);
  const exact = calibrationFrom(failures, {
    ...calibrationOptions,
    ...verifierOf(all, calibrationOptions),
    ...conventionOf(labelled, options),
    missedRuns: missed,
    scorer,
  });
  return { scorer, calibration: { ...exact, guarantee: "approximate" } };
}

function splitIntoFolds<Failure>(labelled: readonly Failure[], folds: number, seed: number) {
  return foldsOf(labelled.length, folds, seed).map((fold) => {
    const held = new Set(fold);
    return {
      inside: labelled.filter((_, index) => !held.has(index)),
      outside: labelled.filter((_, index) => held.has(index)),
    };
  });
}
