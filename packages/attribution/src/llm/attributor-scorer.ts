import type { Trajectory } from "@langgraph-rollback/trajectory";

import { checkSteps, scoreSteps } from "../score-steps.ts";
import type { StepScorer } from "../step-scorer.ts";
import type { Attributor, Finding } from "./attributor.ts";
import { TooManyMissingError } from "./errors/too-many-missing-error.ts";

const MAX_MISSING = 0.2;

/** What to do where a method has no score. */
export interface AttributorScorerOptions {
  /**
   * Share of a trajectory's steps that may be without a score, in [0, 1). They get the mean of the others: no reason to
   * suspect them, and none to clear them. Default 0.2.
   */
  readonly maxMissing?: number;
  /** Scores where the method cannot: its endpoint fails, or too many scores are missing. Default: the error is thrown. */
  readonly fallback?: AttributorFallback;
}

/** A scorer that steps in, and who is told. */
export interface AttributorFallback {
  readonly scorer: StepScorer;
  /**
   * Told each time, with what went wrong. The set of such a run keeps its guarantee only as far as the method failed as
   * often on the failures that it was calibrated on: a scorer's own scores mean something else.
   */
  onFallback(trajectory: Trajectory, cause: unknown): void;
}

/**
 * Makes a method a scorer, so that it can be calibrated. It treats all trajectories alike, those that it is calibrated on
 * and those that it is used on, and shows the method neither label nor group; the verifier's reason it does show, if the
 * trajectory has one.
 *
 * @returns a scorer that throws {@link TooManyMissingError} and `ModelFailedError`, unless it has a fallback
 * @throws {RangeError} if `maxMissing` is outside [0, 1)
 */
export function attributorScorer(attributor: Attributor, options: AttributorScorerOptions = {}): StepScorer {
  const { maxMissing = MAX_MISSING, fallback } = options;
  if (!(maxMissing >= 0 && maxMissing < 1))
    throw new RangeError(`Expected \`maxMissing\` in [0, 1), got ${maxMissing}.`);

  const scoreAll = async (labelled: Trajectory, signal?: AbortSignal): Promise<readonly number[]> => {
    const { label: _, group: __, ...trajectory } = labelled;
    const finding = await attributor.attribute({ trajectory }, signal);
    return filled(attributor, trajectory, finding, maxMissing);
  };

  return {
    fingerprint: [attributor.fingerprint, `missing<=${maxMissing}`, fallback?.scorer.fingerprint]
      .filter((part) => part !== undefined)
      .join("+"),
    score: async (trajectory, signal) => {
      checkSteps(trajectory);
      signal?.throwIfAborted();
      try {
        return await scoreAll(trajectory, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (fallback === undefined) throw error;
        fallback.onFallback(trajectory, error);
        return scoreSteps(trajectory, fallback.scorer, signal);
      }
    },
  };
}

function filled(
  attributor: Attributor,
  trajectory: Trajectory,
  { scores, problems }: Finding,
  maxMissing: number,
): readonly number[] {
  const present = scores.filter((score) => score !== undefined);
  const missing = trajectory.steps.length - present.length;
  if (present.length === 0 || missing > maxMissing * trajectory.steps.length)
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
