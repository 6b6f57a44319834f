import { type LabelledRun, type ScoredRun, type SetShape } from "../conformal/index.ts";
import { checkLabels, checkSetShape } from "../conformal/sets/set-options.ts";
import {
  decisiveStepsOf,
  type LabelledTrajectory,
  type MissedTrajectory,
  type Trajectory,
} from "../trajectory/index.ts";

import type { FirstAttempts } from "../beliefs/agent-history.ts";
import { trajectorySeed } from "../draws/trajectory-draw.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { storedModel } from "../scorers/stored-model.ts";
import type { Calibration, MissedRun } from "./calibration.ts";
import { checkAlpha } from "../conformal/index.ts";
import { conventionOf } from "./convention-of.ts";
import { promisesOf } from "./promises-of.ts";
import { shapeOf } from "./sets-of.ts";

/** Tolerated miss rate where none is given. */
export const DEFAULT_ALPHA = 0.2;

/** Which prediction sets to calibrate for. */
export interface CalibrationOptions extends Partial<
  Omit<SetShape, "convention" | "plantedRates" | "shares">
> {
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
  /**
   * Failures for which replays found no start, beside labels of the convention `last-recovering-start`. They count as misses of every set, so that n grows
   * by each. To leave them out would be to choose failures by their labels, and void the bound. Default: none.
   */
  readonly misses?: readonly MissedTrajectory[];
  readonly signal?: AbortSignal;
}

/**
 * Calibrates on all the labelled failures given, one after the other. The guarantee is exact if the scorer has not been
 * fitted on any of them; `fitAndCalibrate` keeps the two apart.
 *
 * Labels by replay (`label.convention`) promise another step than those of people do: the last start from which a replay recovered. The two are
 * never mixed.
 *
 * @param labelled n failures, exchangeable with those to come; together with `misses`
 * @throws {NotEnoughLabelsError} if there are none
 * @throws {SmallSampleError} if there are too few for `alpha`, and `smallSample` is "throw"
 * @throws {RangeError} if `alpha` is outside [0, 1), a decisive step outside its trajectory, options exclude each other, or labels are of
 *   several conventions
 * @throws {ScorerOutputError} {@link ScorerFailedError} as the scorer does
 */
export async function calibrate(
  labelled: readonly LabelledTrajectory[],
  options: CalibrationOptions & { readonly scorer: StepScorer },
): Promise<Calibration> {
  const { misses = [] } = options;
  checkCalibrationOptions(options, labelled);
  if (labelled.length + misses.length === 0) throw new NotEnoughLabelsError("Calibrating", 1, 0);
  return calibrationFrom(await labelledRuns(labelled, options), {
    ...options,
    ...verifierOf([...labelled, ...misses], options),
    ...conventionOf(labelled, options),
    missedRuns: await missedRuns(misses, options),
  });
}

/** @internal The verifier that rejected the failures, if it is one. Failures by an exception name none. */
export function verifierOf(
  failures: readonly Trajectory[],
  { verifier }: Pick<CalibrationOptions, "verifier">,
): Pick<CalibrationOptions, "verifier"> {
  const [named, ...others] = new Set(failures.flatMap(({ outcome }) => outcome?.verifier ?? []));
  const one = verifier ?? (others.length === 0 ? named : undefined);
  return one === undefined ? {} : { verifier: one };
}

/** @internal Refuses options and labels before anything is scored. */
export function checkCalibrationOptions(
  options: CalibrationOptions,
  labelled: readonly LabelledTrajectory[],
): void {
  checkAlpha(options.alpha ?? DEFAULT_ALPHA);
  const shape = {
    ...options,
    method: options.method ?? "suffix",
    ...conventionOf(labelled, options),
  };
  checkSetShape(shape);
  checkLabels(
    labelled.map(({ label }) => ({ ...labelOf(label), draw: 0, stepScores: [] })),
    shape,
  );
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

/** @internal The failures without a start as sets see them, in the order given; throws as `calibrate` does. */
export async function missedRuns(
  misses: readonly MissedTrajectory[],
  { groups, scorer, signal }: CalibrationOptions & { readonly scorer: StepScorer },
): Promise<readonly MissedRun[]> {
  const runs: MissedRun[] = [];
  for (const trajectory of misses) {
    const { group, id, missed } = trajectory;
    const stepScores = await scoreSteps(trajectory, scorer, signal);
    const named = groups === true && group !== undefined ? { id, group } : { id };
    runs.push({ ...scoredRun(named, stepScores), missed });
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
  const own = labelOf(label);
  const { decisiveSteps, lastPossible = 0 } = own;
  const outside = [...decisiveSteps, lastPossible].find((step) => !(step in stepScores));
  if (outside !== undefined)
    throw new RangeError(
      `Expected the decisive step of "${id}" in 0..${stepScores.length - 1}, got ${outside}.`,
    );
  return {
    ...scoredRun({ id, ...(group === undefined ? {} : { group }) }, stepScores),
    ...own,
  };
}

function labelOf(label: LabelledTrajectory["label"]): Omit<LabelledRun, "draw" | "stepScores"> {
  const { lastPossibleStep, planted } = label;
  return {
    decisiveSteps: decisiveStepsOf(label),
    ...(lastPossibleStep === undefined ? {} : { lastPossible: lastPossibleStep }),
    ...(planted === undefined ? {} : { planted }),
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
  options: Omit<CalibrationOptions, "misses"> &
    Pick<Calibration, "convention"> & {
      readonly scorer: StepScorer;
      readonly missedRuns: readonly MissedRun[];
    },
): Calibration {
  const { alpha = DEFAULT_ALPHA, convention, firstAttempts, missedRuns: misses, scorer, verifier } = options;
  const scorerModel = storedModel(scorer);
  const calibration: Calibration = {
    format: "langgraph-rollback/calibration",
    version: convention === undefined ? 3 : 4,
    ...shapeOf({ ...options, method: options.method ?? "suffix" }),
    ...(scorer.shares === undefined ? {} : { shares: scorer.shares }),
    alpha,
    n: failures.length + misses.length,
    scorerFingerprint: scorer.fingerprint,
    ...(verifier === undefined ? {} : { verifierFingerprint: verifier }),
    ...(firstAttempts === undefined ? {} : { firstAttempts }),
    // In an order of their own: the file is the same whatever the order in which failures came.
    failures: inOrder(failures),
    ...(misses.length === 0 ? {} : { misses: inOrder(misses) }),
    ...(scorerModel === undefined ? {} : { scorerModel }),
  };
  // Too few labels are told here, where somebody waits for the calibration.
  return { ...calibration, promises: promisesOf(calibration) };
}

function inOrder<Run extends ScoredRun>(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((a, b) => a.draw - b.draw || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
