import type { Trajectory } from "../trajectory/index.ts";

import { ScorerOutputError } from "../errors/scorer-output-error.ts";
import { runScorer } from "./score-steps.ts";
import type { Mark, MarkingScorer, StepScorer } from "./step-scorer.ts";

/** Whether a scorer marks steps. */
export function isMarking(scorer: StepScorer): scorer is MarkingScorer {
  return typeof scorer.marks === "function";
}

/**
 * Marks of a scorer, checked: the one door through which marks enter.
 *
 * @returns shape [l]
 * @throws {RangeError} if the trajectory has no steps
 * @throws {ScorerOutputError} if the marks are not one of 1, 0, -1 and null for each step
 * @throws {ScorerFailedError} if the scorer itself throws
 * @throws the signal's reason once `signal` is aborted
 */
export async function markSteps(
  trajectory: Trajectory,
  scorer: MarkingScorer,
  signal?: AbortSignal,
): Promise<readonly Mark[]> {
  const marks = await runScorer(trajectory, scorer, () => scorer.marks(trajectory, signal), signal);
  const { length } = trajectory.steps;
  if (!Array.isArray(marks) || marks.length !== length) {
    const got = Array.isArray(marks) ? `${marks.length} marks` : `a ${typeof marks}`;
    throw new ScorerOutputError(scorer.fingerprint, `one mark for each of the ${length} steps`, got);
  }
  const bad = marks.findIndex((mark: unknown) => !isMark(mark));
  if (bad >= 0) {
    const got = `${String(marks[bad])} for step ${bad + 1}`;
    throw new ScorerOutputError(scorer.fingerprint, "marks of 1, 0, -1 or null", got);
  }
  return marks;
}

function isMark(mark: unknown): mark is Mark {
  return mark === null || mark === 1 || mark === 0 || mark === -1;
}
