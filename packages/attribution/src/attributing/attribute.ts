import type { PredictionSet } from "../conformal/index.ts";
import type { Trajectory } from "../trajectory/index.ts";

import { calibrationId } from "../calibrating/calibration-id.ts";
import type { Calibration } from "../calibrating/calibration.ts";
import { checkAlpha } from "../conformal/index.ts";
import { scoredRun } from "../calibrating/calibrate.ts";
import { setsOf } from "../calibrating/sets-of.ts";
import { CalibrationMismatchError } from "../errors/calibration-mismatch-error.ts";
import { ScorerFailedError } from "../errors/scorer-failed-error.ts";
import { ScorerOutputError } from "../errors/scorer-output-error.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import type { Attribution, CalibratedKind, FallbackReason } from "./attribution.ts";
import { explained } from "./explained.ts";
import { heldToVerifier } from "./other-verifier.ts";

/** Scorer and settings of an attribution. */
export interface AttributeOptions {
  readonly scorer: StepScorer;
  /** Without one there is no bound: the set is the whole trajectory. */
  readonly calibration?: Calibration | undefined;
  /** Tolerated miss rate, in [0, 1); default the calibration's. 0 asks for the whole trajectory. */
  readonly alpha?: number | undefined;
  /**
   * Attributes if `scorer` fails, as a scorer that asks a language model can. It has a calibration and a guarantee of its own. Default: the scorer's
   * error is thrown.
   */
  readonly fallback?:
    | { readonly scorer: StepScorer; readonly calibration?: Calibration | undefined }
    | undefined;
  /**
   * How many steps to explain, those of the highest scores; the first step of a bounded set is explained, too. The scorer
   * that attributed explains, which may be the fallback. Default 0.
   */
  readonly explain?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Says where a failed run went wrong: a score for each step, and a set of steps that contains the decisive one with
 * probability at least 1 - alpha.
 *
 * @throws {CalibrationMismatchError} if a calibration belongs to another scorer; nothing is scored then
 * @throws {ScorerOutputError} {@link ScorerFailedError} as the scorer does; with a fallback, as that does
 * @throws {RangeError} if `alpha` is outside [0, 1), `explain` is no whole number from 0 on or the trajectory has no steps
 */
export async function attribute(trajectory: Trajectory, options: AttributeOptions): Promise<Attribution> {
  const { calibration, scorer, explain = 0, fallback, signal } = options;
  const alpha = options.alpha ?? calibration?.alpha ?? 0;
  checkAlpha(alpha);
  if (!Number.isInteger(explain) || explain < 0)
    throw new RangeError(`Expected \`explain\` to be a whole number from 0 on, got ${explain}.`);
  for (const each of [options, fallback])
    if (each?.calibration !== undefined) checkScorer(each.calibration, each.scorer);
  try {
    const found = await attributeBy(trajectory, { scorer, calibration }, alpha, signal);
    return await explained(found, trajectory, scorer, explain, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (fallback === undefined || !isScorersFault(error)) throw error;
    const attribution = await attributeBy(trajectory, fallback, alpha, signal);
    const told = await explained(attribution, trajectory, fallback.scorer, explain, signal);
    return { ...told, fallback: fallbackReason(scorer, error) };
  }
}

const isScorersFault = (error: unknown): error is ScorerFailedError | ScorerOutputError =>
  error instanceof ScorerFailedError || error instanceof ScorerOutputError;

function fallbackReason(
  { fingerprint }: StepScorer,
  error: ScorerFailedError | ScorerOutputError,
): FallbackReason {
  const thrown: unknown = error instanceof ScorerFailedError ? error.cause : error;
  const code: unknown = Reflect.get(Object(thrown), "code");
  return {
    scorer: fingerprint,
    code: typeof code === "string" ? code : "UNEXPECTED",
    message: error.message,
  };
}

async function attributeBy(
  trajectory: Trajectory,
  { scorer, calibration }: { readonly scorer: StepScorer; readonly calibration?: Calibration | undefined },
  alpha: number,
  signal: AbortSignal | undefined,
): Promise<Attribution> {
  const scores = await scoreSteps(trajectory, scorer, signal);
  const found = {
    scores,
    ...heldToVerifier(setFor(trajectory, scores, calibration, alpha), trajectory, calibration),
    alpha,
    n: calibration?.n ?? 0,
    scorerFingerprint: scorer.fingerprint,
    ...kindOf(calibration),
  };
  return isBounded(found.set, scores.length)
    ? { status: "bounded", ...found }
    : { status: "unbounded", reason: whyUnbounded(found.set, alpha), ...found };
}

/** The part of the calibration that an attribution holds: its promise can be read from it alone, and it says which calibration that was. */
export function kindOf(calibration: Calibration | undefined): { readonly calibrated?: CalibratedKind } {
  if (calibration === undefined) return {};
  const { convention, goal = "first", method } = calibration;
  const own = convention === undefined ? {} : { convention };
  return { calibrated: { method, goal, ...own, id: calibrationId(calibration) } };
}

const setFor = (
  trajectory: Trajectory,
  scores: readonly number[],
  calibration: Calibration | undefined,
  alpha: number,
): PredictionSet =>
  calibration === undefined
    ? uncalibratedSet(scores.length)
    : setsOf(calibration, alpha).setOf(scoredRun(trajectory, scores));

/** @throws {CalibrationMismatchError} if the calibration belongs to another scorer */
export function checkScorer(calibration: Calibration, scorer: StepScorer): void {
  if (calibration.scorerFingerprint !== scorer.fingerprint) {
    throw new CalibrationMismatchError(calibration.scorerFingerprint, scorer.fingerprint);
  }
}

/** Whether a set of a run of so many steps says more than that the error lies somewhere in it. */
export function isBounded(set: PredictionSet, length: number): boolean {
  return set.guarantee !== "none" && set.steps.length < length;
}

/** Why there is no statement about where the error lies, as a sentence. */
export function whyUnbounded({ guarantee, reason, trivial }: PredictionSet, alpha: number): string {
  if (guarantee === "none" || trivial !== undefined || alpha === 0) return reason;
  return `Every step is in the set: at alpha ${alpha} the scores of this run leave none out.`;
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
