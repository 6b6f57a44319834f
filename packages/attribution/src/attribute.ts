import { calibrateThreshold, predictionSet } from "@langgraph-rollback/conformal";
import type { PredictionSet, Threshold } from "@langgraph-rollback/conformal";
import type { Trajectory } from "@langgraph-rollback/trajectory";

import type { Attribution } from "./attribution.ts";
import { conformalOptions } from "./calibration.ts";
import type { Calibration } from "./calibration.ts";
import { checkAlpha } from "./check-alpha.ts";
import { CalibrationMismatchError } from "./errors/calibration-mismatch-error.ts";
import { scoreSteps } from "./score-steps.ts";
import type { StepScorer } from "./step-scorer.ts";
import { trajectoryDraw } from "./trajectory-draw.ts";

const CROSS_CALIBRATED =
  "the scorer was fitted anew on the failures it was calibrated on, as cross calibration does";

/** What to attribute with. */
export interface AttributeOptions {
  readonly scorer: StepScorer;
  /** Without one there is no bound: the set is the whole trajectory. */
  readonly calibration?: Calibration;
  /** Tolerated miss rate, in [0, 1); default the calibration's. 0 asks for the whole trajectory. */
  readonly alpha?: number;
  readonly signal?: AbortSignal;
}

/**
 * Says where a failed run went wrong: a score for each step, and a set of steps that contains the decisive one with
 * probability at least 1 - alpha.
 *
 * @throws {CalibrationMismatchError} if the calibration belongs to another scorer; nothing is scored then
 * @throws {ScorerOutputError} {@link ScorerFailedError} as the scorer does
 * @throws {RangeError} if `alpha` is outside [0, 1) or the trajectory has no steps
 */
export async function attribute(trajectory: Trajectory, options: AttributeOptions): Promise<Attribution> {
  const { calibration, scorer, signal } = options;
  const alpha = options.alpha ?? calibration?.alpha ?? 0;
  checkAlpha(alpha);
  if (calibration !== undefined) checkScorer(calibration, scorer);
  const scores = await scoreSteps(trajectory, scorer, signal);
  const set =
    calibration === undefined
      ? uncalibratedSet(scores.length)
      : predictionSet(scores, { ...thresholdOf(calibration, alpha), draw: trajectoryDraw(trajectory) });
  const found = { scores, set, alpha, n: calibration?.n ?? 0, scorerFingerprint: scorer.fingerprint };
  const bounded = calibration !== undefined && alpha > 0 && set.trivial === undefined;
  return bounded ? { status: "bounded", ...found } : { status: "unbounded", reason: set.reason, ...found };
}

/** @throws {CalibrationMismatchError} if the calibration belongs to another scorer */
export function checkScorer(calibration: Calibration, scorer: StepScorer): void {
  if (calibration.scorerFingerprint !== scorer.fingerprint) {
    throw new CalibrationMismatchError(calibration.scorerFingerprint, scorer.fingerprint);
  }
}

/** The calibration's threshold at any alpha in [0, 1), with the guarantee that the calibration has. */
export function thresholdOf(calibration: Calibration, alpha: number): Threshold {
  return calibrateThreshold(calibration.nonconformities, {
    ...conformalOptions(calibration),
    alpha,
    ...(calibration.guarantee === undefined ? {} : { approximate: CROSS_CALIBRATED }),
  });
}

function uncalibratedSet(length: number): PredictionSet {
  return {
    steps: Array.from({ length }, (_, index) => index),
    range: { start: 0, end: length - 1 },
    level: 1,
    guarantee: "none",
    reason: "No calibration was given, so any step may be the decisive one.",
  };
}
