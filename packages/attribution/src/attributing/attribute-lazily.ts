import { filterSteps, type Threshold } from "../conformal/index.ts";
import { scoreScale } from "../conformal/sets/run-nonconformity.ts";
import { tieBreaking } from "../conformal/sets/run-nonconformity.ts";
import { checkSteps, type Trajectory } from "../trajectory/index.ts";

import type { Calibration } from "../calibrating/calibration.ts";
import { scoredRun } from "../calibrating/calibrate.ts";
import { setsOf } from "../calibrating/sets-of.ts";
import { ScorerFailedError } from "../errors/scorer-failed-error.ts";
import { isScore, notAScore } from "../scorers/score-steps.ts";
import type { OneStepScorer } from "../scorers/step-scorer.ts";
import { checkScorer, isBounded, kindOf, whyUnbounded, type AttributeOptions } from "./attribute.ts";
import type { LazyAttribution } from "./attribution.ts";
import { heldToVerifier } from "./other-verifier.ts";

/** Scorer and settings of an attribution one step at a time. */
export interface AttributeLazilyOptions extends AttributeOptions {
  readonly scorer: OneStepScorer;
  /** For the method `left` or `right`: the others need every score. */
  readonly calibration: Calibration;
}

/**
 * Says where a failed run went wrong as `attribute` does, with the same set, but computes a step's score only when the set needs it: for a scorer
 * that pays by the step, say with a call to a model. Steps are scored one after the other, so fewer calls may still take longer.
 *
 * @throws {CalibrationMismatchError} if the calibration belongs to another scorer; nothing is scored then
 * @throws {ScorerOutputError} {@link ScorerFailedError} as the scorer does
 * @throws {RangeError} if the calibration's method is neither `left` nor `right`, `alpha` is outside [0, 1) or the
 *   trajectory has no steps
 * @throws the signal's reason once `signal` is aborted
 */
export async function attributeLazily(
  trajectory: Trajectory,
  options: AttributeLazilyOptions,
): Promise<LazyAttribution> {
  const { calibration, scorer, signal, alpha = calibration.alpha } = options;
  checkScorer(calibration, scorer);
  checkSteps(trajectory);
  const scores: (number | undefined)[] = trajectory.steps.map(() => undefined);
  const scale = scoreScale(calibration, scores.length);
  const { nfe, ...set } = await filterSteps({
    length: scores.length,
    direction: directionOf(calibration),
    threshold: thresholdFor(calibration, trajectory, alpha),
    scoreStep: async (index) => {
      const score = await scoreStep(trajectory, index, scorer, signal);
      scores[index] = score;
      return score * scale;
    },
  });
  const found = {
    scores,
    ...heldToVerifier(set, trajectory, calibration),
    nfe,
    alpha,
    n: calibration.n,
    scorerFingerprint: scorer.fingerprint,
    ...kindOf(calibration),
  };
  return isBounded(found.set, scores.length)
    ? { status: "bounded", ...found }
    : { status: "unbounded", reason: whyUnbounded(found.set, alpha), ...found };
}

/** For nonconformities as sets have them. */
function thresholdFor(calibration: Calibration, trajectory: Trajectory, alpha: number): Threshold {
  const run = scoredRun(trajectory, []);
  const threshold = setsOf(calibration, alpha).thresholdFor(run);
  if (threshold !== undefined) return { ...threshold, aggregation: tieBreaking(calibration) };
  throw new RangeError(
    "Expected a `calibration` with one threshold, got one whose planted labels are weighed or whose goal is a mean.",
  );
}

function directionOf({ method }: Calibration): "left" | "right" {
  if (method === "left" || method === "right") return method;
  throw new RangeError(`Expected a \`calibration\` for the method "left" or "right", got "${method}".`);
}

async function scoreStep(
  trajectory: Trajectory,
  index: number,
  scorer: OneStepScorer,
  signal?: AbortSignal,
): Promise<number> {
  signal?.throwIfAborted();
  const score: unknown = await runScorer(trajectory, index, scorer, signal);
  if (!isScore(score)) throw notAScore(scorer.fingerprint, index, score);
  return score;
}

async function runScorer(
  trajectory: Trajectory,
  index: number,
  scorer: OneStepScorer,
  signal?: AbortSignal,
): Promise<number> {
  try {
    return await scorer.scoreStep(trajectory, index, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ScorerFailedError(scorer.fingerprint, trajectory.id, cause);
  }
}
