import { checkSteps, type Trajectory } from "../trajectory/index.ts";

import { ScorerFailedError } from "../errors/scorer-failed-error.ts";
import { ScorerOutputError } from "../errors/scorer-output-error.ts";
import type { StepScorer } from "./step-scorer.ts";

/**
 * Scores of a scorer, checked: the one door through which scores enter.
 *
 * @returns numbers in [0, 1], shape [l]
 * @throws {RangeError} if the trajectory has no steps
 * @throws {ScorerOutputError} if the scores are not one number in [0, 1] for each step
 * @throws {ScorerFailedError} if the scorer itself throws
 * @throws the signal's reason once `signal` is aborted
 */
export async function scoreSteps(
  trajectory: Trajectory,
  scorer: StepScorer,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const scores = await runScorer(trajectory, scorer, () => scorer.score(trajectory, signal), signal);
  checkScores(scores, trajectory.steps.length, scorer.fingerprint);
  return scores;
}

/**
 * Returns what `ask` gets from the scorer.
 *
 * @throws as {@link scoreSteps} does, without its errors about scores
 */
export async function runScorer<Said>(
  trajectory: Trajectory,
  scorer: StepScorer,
  ask: () => Promise<Said>,
  signal?: AbortSignal,
): Promise<Said> {
  checkSteps(trajectory);
  signal?.throwIfAborted();
  try {
    return await ask();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ScorerFailedError(scorer.fingerprint, trajectory.id, cause);
  }
}

function checkScores(scores: readonly number[], length: number, fingerprint: string): void {
  if (!Array.isArray(scores))
    throw new ScorerOutputError(fingerprint, `an array of ${length} scores`, `a ${typeof scores}`);
  if (scores.length !== length) {
    throw new ScorerOutputError(
      fingerprint,
      `one score for each of the ${length} steps`,
      `${scores.length} scores`,
    );
  }
  // `findIndex` also visits the holes of a sparse array.
  const bad = scores.findIndex((score: unknown) => !isScore(score));
  if (bad >= 0) throw notAScore(fingerprint, bad, scores[bad]);
}

/** Whether a value, of whatever type, is a number in [0, 1]. */
export function isScore(score: unknown): score is number {
  return typeof score === "number" && score >= 0 && score <= 1;
}

/** The error to throw where {@link isScore} returns false. */
export function notAScore(fingerprint: string, step: number, score: unknown): ScorerOutputError {
  return new ScorerOutputError(fingerprint, "numbers in [0, 1]", `${String(score)} for step ${step + 1}`);
}
