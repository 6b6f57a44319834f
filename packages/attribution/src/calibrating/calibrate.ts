import { type LabelledRun, type ScoredRun, type SetShape } from "../conformal/index.ts";
import { checkSetShape } from "../conformal/sets/set-options.ts";
import { decisiveStepsOf, type LabelledTrajectory, type Trajectory } from "../trajectory/index.ts";

import type { FirstAttempts } from "../beliefs/agent-history.ts";
import { trajectorySeed } from "../draws/trajectory-draw.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { storedModel } from "../scorers/stored-model.ts";
import type { Calibration } from "./calibration.ts";
import { checkAlpha } from "../conformal/index.ts";
import { promisesOf } from "./promises-of.ts";
import { shapeOf } from "./sets-of.ts";

/** Tolerated miss rate where none is given. */
export const DEFAULT_ALPHA = 0.2;

/** Which prediction sets to calibrate for. */
export interface CalibrationOptions extends Partial<Omit<SetShape, "plantedRates" | "shares">> {
  /** Tolerated miss rate, in [0, 1); default 0.2. */
  readonly alpha?: number;
  /** Default "suffix": the sets that cost a rollback least. "interval" localises. */
  readonly method?: SetShape["method"];
  /** Calibrates the groups that `Trajectory.group` names apart. `withRollback` then needs `group`, too. */
  readonly groups?: boolean;
  /**
   * First attempts of the agent, as `plantFaults` counts them: planted labels then count by their position, as natural failures are
   * distributed. Without them all labels count alike, and natural failures are covered a little less often than planted ones.
   */
  readonly firstAttempts?: readonly FirstAttempts[];
  /**
   * Fingerprint of the verifier that rejected the failures: the sets are for those that it rejects. Default: the one that the outcomes of
   * all failures name, where they name one.
   */
  readonly verifier?: string;
  readonly signal?: AbortSignal;
}

/**
 * Calibrates on all the labelled failures given, one after the other. The guarantee is exact if the scorer has not been
 * fitted on any of them; `fitAndCalibrate` keeps the two apart.
 *
 * @param labelled n failures, exchangeable with those to come
 * @throws {NotEnoughLabelsError} if there are none
 * @throws {SmallSampleError} if there are too few for `alpha`, and `smallSample` is "throw"
 * @throws {RangeError} if `alpha` is outside [0, 1), a decisive step outside its trajectory, or options exclude each other
 * @throws {ScorerOutputError} {@link ScorerFailedError} as the scorer does
 */
export async function calibrate(
  labelled: readonly LabelledTrajectory[],
  options: CalibrationOptions & { readonly scorer: StepScorer },
): Promise<Calibration> {
  checkCalibrationOptions(options);
  if (labelled.length === 0) throw new NotEnoughLabelsError("Calibrating", 1, 0);
  return calibrationFrom(await labelledRuns(labelled, options), {
    ...options,
    ...verifierOf(labelled, options),
  });
}

/** @internal The verifier that rejected the failures, if it is one. Failures by an exception name none. */
export function verifierOf(
  labelled: readonly LabelledTrajectory[],
  { verifier }: Pick<CalibrationOptions, "verifier">,
): Pick<CalibrationOptions, "verifier"> {
  const [named, ...others] = new Set(labelled.flatMap(({ outcome }) => outcome?.verifier ?? []));
  const one = verifier ?? (others.length === 0 ? named : undefined);
  return one === undefined ? {} : { verifier: one };
}

/** @internal Refuses options before anything is scored. */
export function checkCalibrationOptions(options: CalibrationOptions): void {
  checkAlpha(options.alpha ?? DEFAULT_ALPHA);
  checkSetShape({ ...options, method: options.method ?? "suffix" });
}

/** @internal The labelled failures as sets see them, in the order given; throws as `calibrate` does. */
export async function labelledRuns(
  labelled: readonly LabelledTrajectory[],
  { groups, scorer, signal }: CalibrationOptions & { readonly scorer: StepScorer },
): Promise<readonly LabelledRun[]> {
  const runs: LabelledRun[] = [];
  for (const trajectory of labelled) {
    // One at a time: a scorer that calls a model decides for itself how much it does at once.
    const stepScores = await scoreSteps(trajectory, scorer, signal);
    const { id, label } = trajectory;
    runs.push(labelledRun(groups === true ? trajectory : { id, label }, stepScores));
  }
  return runs;
}

/**
 * @internal A labelled trajectory with scores, as sets see it.
 *
 * @throws {RangeError} on a decisive step outside the trajectory
 */
export function labelledRun(
  { group, id, label }: Pick<LabelledTrajectory, "group" | "id" | "label">,
  stepScores: readonly number[],
): LabelledRun {
  const decisiveSteps = decisiveStepsOf(label);
  const outside = decisiveSteps.find((step) => !(step in stepScores));
  if (outside !== undefined)
    throw new RangeError(
      `Expected the decisive step of "${id}" in 0..${stepScores.length - 1}, got ${outside}.`,
    );
  return {
    ...scoredRun({ id, ...(group === undefined ? {} : { group }) }, stepScores),
    decisiveSteps,
    ...(label.planted === undefined ? {} : { planted: label.planted }),
  };
}

/** The checkpoint in the id of a recorded trajectory, which is the thread's id, a colon, and this. */
const CHECKPOINT = /:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * @internal A trajectory with scores, as sets see it. Ids of checkpoints are made from the clock and have no part in the draw, so
 * that runs on the same threads have the same sets again.
 */
export function scoredRun(
  { group, id }: Pick<Trajectory, "group" | "id">,
  stepScores: readonly number[],
): ScoredRun {
  return {
    stepScores,
    draw: trajectorySeed({ id: id.replace(CHECKPOINT, "") }),
    ...(group === undefined ? {} : { group }),
  };
}

/** @internal An exact calibration. */
export function calibrationFrom(
  failures: readonly LabelledRun[],
  options: CalibrationOptions & { readonly scorer: StepScorer },
): Calibration {
  const { alpha = DEFAULT_ALPHA, firstAttempts, scorer, verifier } = options;
  const scorerModel = storedModel(scorer);
  const calibration: Calibration = {
    format: "langgraph-rollback/calibration",
    version: 3,
    ...shapeOf({ ...options, method: options.method ?? "suffix" }),
    ...(scorer.shares === undefined ? {} : { shares: scorer.shares }),
    alpha,
    n: failures.length,
    scorerFingerprint: scorer.fingerprint,
    ...(verifier === undefined ? {} : { verifierFingerprint: verifier }),
    ...(firstAttempts === undefined ? {} : { firstAttempts }),
    // In an order of their own: the file is the same whatever the order in which failures came.
    failures: failures.toSorted(
      (a, b) => a.draw - b.draw || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
    ),
    ...(scorerModel === undefined ? {} : { scorerModel }),
  };
  // Too few labels are told here, where somebody waits for the calibration.
  return { ...calibration, promises: promisesOf(calibration) };
}
