import type { Trajectory } from "../trajectory/index.ts";

import { briefExplanation } from "../scorers/brief-explanation.ts";
import { explainSteps, isExplaining } from "../scorers/explain-steps.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import type { Attribution } from "./attribution.ts";

/**
 * @internal The attribution, with why its scorer suspects the steps of the highest scores. Explanations never spoil an
 * attribution: where the scorer fails to explain itself, the attribution says so.
 *
 * @param most steps; 0 explains none
 */
export async function explained(
  attribution: Attribution,
  trajectory: Trajectory,
  scorer: StepScorer,
  most: number,
  signal?: AbortSignal,
): Promise<Attribution> {
  if (most === 0 || !isExplaining(scorer)) return attribution;
  try {
    const all = await explainSteps(trajectory, scorer, stepsToExplain(attribution, most), signal);
    return { ...attribution, explanations: all.map(briefExplanation) };
  } catch (error) {
    signal?.throwIfAborted();
    return { ...attribution, unexplained: error instanceof Error ? error.message : String(error) };
  }
}

/** Ascending. */
function stepsToExplain({ scores, set, status }: Attribution, most: number): readonly number[] {
  const suspects = scores
    .map((score, step) => ({ score, step }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ step }) => step);
  const wanted = status === "bounded" ? [...suspects, ...set.steps.slice(0, 1)] : suspects;
  return [...new Set(wanted)].toSorted((a, b) => a - b);
}
