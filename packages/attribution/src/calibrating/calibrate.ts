import { nonconformity, type Aggregation, type ConformalMethod } from "@langgraph-rollback/conformal";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

import { trajectoryDraw } from "../draws/trajectory-draw.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { storedModel } from "../scorers/stored-model.ts";
import type { Calibration } from "./calibration.ts";
import { checkAlpha } from "./check-alpha.ts";
import { conformalOptions } from "./conformal-options.ts";

const DEFAULT_ALPHA = 0.2;

/** Which prediction sets to calibrate for. */
export interface CalibrationOptions {
  /** Tolerated miss rate, in [0, 1); default 0.2. */
  readonly alpha?: number;
  /** Default "suffix": the sets that cost a rollback least. "interval" localises. */
  readonly method?: ConformalMethod;
  /** For left, right and two-way filtration and crsvp only. */
  readonly aggregation?: Aggregation;
  readonly signal?: AbortSignal;
}

/**
 * Calibrates on all the labelled failures given, one after the other. The guarantee is exact if the scorer has not been
 * fitted on any of them; `fitAndCalibrate` keeps the two apart.
 *
 * @param labelled n failures, exchangeable with those to come
 * @throws {NotEnoughLabelsError} if there are none
 * @throws {RangeError} if `alpha` is outside [0, 1) or a decisive step outside its trajectory
 * @throws {ScorerOutputError} {@link ScorerFailedError} as the scorer does
 */
export async function calibrate(
  labelled: readonly LabelledTrajectory[],
  options: CalibrationOptions & { readonly scorer: StepScorer },
): Promise<Calibration> {
  checkAlpha(options.alpha ?? DEFAULT_ALPHA);
  if (labelled.length === 0) throw new NotEnoughLabelsError("Calibrating", 1, 0);
  return calibrationFrom(await labelNonconformities(labelled, options), options);
}

/** @internal The nonconformity of each labelled decisive step, shape [n], in the order given; throws as `calibrate` does. */
export async function labelNonconformities(
  labelled: readonly LabelledTrajectory[],
  options: CalibrationOptions & { readonly scorer: StepScorer },
): Promise<readonly number[]> {
  const { scorer, signal } = options;
  const nonconformities: number[] = [];
  for (const trajectory of labelled) {
    // One at a time: a scorer that calls a model decides for itself how much it does at once.
    nonconformities.push(await nonconformityOfLabel(trajectory, scorer, setsOf(options), signal));
  }
  return nonconformities;
}

/** @internal An exact calibration, of nonconformities in any order. */
export function calibrationFrom(
  nonconformities: readonly number[],
  options: CalibrationOptions & { readonly scorer: StepScorer },
): Calibration {
  const { alpha = DEFAULT_ALPHA, scorer } = options;
  const scorerModel = storedModel(scorer);
  return {
    format: "langgraph-rollback/calibration",
    version: 1,
    ...setsOf(options),
    alpha,
    n: nonconformities.length,
    scorerFingerprint: scorer.fingerprint,
    nonconformities: nonconformities.toSorted((a, b) => a - b),
    ...(scorerModel === undefined ? {} : { scorerModel }),
  };
}

function setsOf({ aggregation, method = "suffix" }: CalibrationOptions) {
  return aggregation === undefined ? { method } : { method, aggregation };
}

async function nonconformityOfLabel(
  trajectory: LabelledTrajectory,
  scorer: StepScorer,
  sets: Pick<Calibration, "method" | "aggregation">,
  signal?: AbortSignal,
): Promise<number> {
  const scores = await scoreSteps(trajectory, scorer, signal);
  const { decisiveStep } = trajectory.label;
  const draw = trajectoryDraw(trajectory);
  const value = nonconformity(scores, { ...conformalOptions(sets), draw })[decisiveStep];
  if (value === undefined) {
    throw new RangeError(
      `Expected the decisive step of "${trajectory.id}" in 0..${scores.length - 1}, got ${decisiveStep}.`,
    );
  }
  return value;
}
