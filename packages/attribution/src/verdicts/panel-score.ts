import { standardise } from "../logit/standardise.ts";
import type { PanelModel } from "./panel-model.ts";

/** The scores of a panel's members for one run, shape [m]: higher for better runs; `undefined` for a member without an answer. */
export type MemberScores = readonly (number | undefined)[];

/**
 * Probability that a run is right, by the scores of a panel's members.
 *
 * @returns in [0, 1]; right as a probability for runs like those that the panel was fitted to
 */
export function panelScore(
  model: Pick<PanelModel, "means" | "deviations" | "weights" | "intercept">,
  scores: MemberScores,
): number {
  const { intercept, means, weights } = model;
  const row = standardise(withMeans(scores, means), model);
  const odds = row.reduce((sum, value, member) => sum + value * (weights[member] ?? 0), intercept);
  return 1 / (1 + Math.exp(-odds));
}

/** @internal A member that has not answered says what it says on average. */
export const withMeans = (scores: MemberScores, means: readonly number[]): readonly number[] =>
  means.map((mean, member) => scores[member] ?? mean);
