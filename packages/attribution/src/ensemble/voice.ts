import type { Trajectory } from "../trajectory/index.ts";

import { isMarking, markSteps } from "../scorers/mark-steps.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { Mark, StepScorer } from "../scorers/step-scorer.ts";

/** A member's opinion of the steps of one trajectory, shape [l]. */
export type Voice =
  | { readonly kind: "marks"; readonly marks: readonly Mark[] }
  | { readonly kind: "scores"; readonly scores: readonly number[] };

/** The member's marks if it gives any, else its scores. Throws as `markSteps` and `scoreSteps` do. */
export async function voiceOf(
  trajectory: Trajectory,
  member: StepScorer,
  signal?: AbortSignal,
): Promise<Voice> {
  return isMarking(member)
    ? { kind: "marks", marks: await markSteps(trajectory, member, signal) }
    : { kind: "scores", scores: await scoreSteps(trajectory, member, signal) };
}
