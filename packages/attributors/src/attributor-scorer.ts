import type { OneStepScorer, StepScorer } from "@langgraph-rollback/attribution";
import { checkSteps, type Trajectory } from "@langgraph-rollback/trajectory";

import { TooManyMissingError } from "./errors/too-many-missing-error.ts";
import type { Attributor, Finding, StepwiseAttributor } from "./finding/attributor.ts";

const MAX_MISSING = 0.2;

/** What to do where a method has no score. */
export interface AttributorScorerOptions {
  /**
   * Share of a trajectory's steps that may be without a score, in [0, 1). They get the mean of the others: no reason to
   * suspect them, and none to clear them. Default 0.2.
   */
  readonly maxMissing?: number;
}

/**
 * Makes a method a scorer, so that it can be calibrated. It treats all trajectories alike, those that it is calibrated on
 * and those that it is used on, and shows the method neither label nor group; the verifier's reason it does show, if the
 * trajectory has one.
 *
 * A method that can ask about one step makes a scorer that can, too, for `attributeLazily`. Where that one answer is missing,
 * all steps are asked about, as the score is then the mean of the others.
 *
 * @returns a scorer that throws {@link TooManyMissingError} and `ModelFailedError`; `attribute` and `withRollback` take a
 *   `fallback` for that
 * @throws {RangeError} if `maxMissing` is outside [0, 1)
 */
export function attributorScorer(
  attributor: StepwiseAttributor,
  options?: AttributorScorerOptions,
): OneStepScorer;
export function attributorScorer(attributor: Attributor, options?: AttributorScorerOptions): StepScorer;
export function attributorScorer(attributor: Attributor, options: AttributorScorerOptions = {}): StepScorer {
  const { maxMissing = MAX_MISSING } = options;
  if (!(maxMissing >= 0 && maxMissing < 1))
    throw new RangeError(`Expected \`maxMissing\` in [0, 1), got ${maxMissing}.`);

  const score = async (labelled: Trajectory, signal?: AbortSignal): Promise<readonly number[]> => {
    checkSteps(labelled);
    signal?.throwIfAborted();
    const trajectory = unlabelled(labelled);
    const finding = await attributor.attribute({ trajectory }, signal);
    return filled(attributor, trajectory, finding, maxMissing);
  };

  const scoreStep: OneStepScorer["scoreStep"] = async (labelled, step, signal) => {
    signal?.throwIfAborted();
    const found = await attributor.attributeStep?.({ trajectory: unlabelled(labelled) }, step, signal);
    return found?.score ?? (await score(labelled, signal))[step] ?? Number.NaN;
  };

  return {
    fingerprint: `${attributor.fingerprint}+missing<=${maxMissing}`,
    score,
    ...(attributor.attributeStep === undefined ? {} : { scoreStep }),
  };
}

function unlabelled(labelled: Trajectory): Trajectory {
  const { label: _, group: __, ...trajectory } = labelled;
  return trajectory;
}

function filled(
  attributor: Attributor,
  trajectory: Trajectory,
  { scores, problems }: Finding,
  maxMissing: number,
): readonly number[] {
  const present = scores.filter((score) => score !== undefined);
  const missing = trajectory.steps.length - present.length;
  // Where all are missing, they are more than any share below 1.
  if (missing > maxMissing * trajectory.steps.length)
    throw new TooManyMissingError(
      attributor.name,
      trajectory.id,
      missing,
      trajectory.steps.length,
      maxMissing,
      problems,
    );
  const mean = present.reduce((sum, score) => sum + score, 0) / present.length;
  return scores.map((score) => score ?? mean);
}
