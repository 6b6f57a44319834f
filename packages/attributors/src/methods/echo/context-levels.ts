import { smallest } from "@langgraph-rollback/attribution/trajectory";

/** @internal How much of a step is shown, from all of it to a milestone (arXiv:2510.04886, section 3.1, L1 to L4). */
export type ContextLevel = "full" | "points" | "summary" | "milestone";

/** @internal The most words that a level keeps of a step: the paper's figures. */
export const LEVEL_WORDS: Readonly<Record<Exclude<ContextLevel, "full">, number>> = {
  points: 50,
  summary: 20,
  milestone: 15,
};

/**
 * @internal The level of a step by its distance from the nearest step in question.
 *
 * @param distance in steps, 0 or more; `Infinity` where no step is in question
 */
export function levelAt(distance: number): ContextLevel {
  if (distance <= 1) return "full";
  if (distance <= 3) return "points";
  return distance <= 6 ? "summary" : "milestone";
}

/**
 * @internal The level of each step of a trajectory.
 *
 * @param length number of steps, l
 * @param inQuestion 0-based steps, in any order
 * @returns shape [l]
 */
export function contextLevels(length: number, inQuestion: readonly number[]): readonly ContextLevel[] {
  return Array.from({ length }, (_, index) =>
    levelAt(smallest(inQuestion.map((step) => Math.abs(step - index)))),
  );
}
