import { seededOrder } from "../seeded-order.ts";
import type { Choice } from "./choice.ts";
import { fitConditionalLogit, logLikelihood } from "./fit-conditional-logit.ts";

/** Penalties to choose from, strongest first: a tie goes to the plainer model. */
const PENALTIES = [100, 30, 10, 3] as const;
const FOLDS = 5;

/**
 * The ridge penalty of the highest cross-validated likelihood, of 3, 10, 30 and 100.
 *
 * @param choices trajectories to fit on, all of them and nothing else
 * @param seed draws the five folds
 * @returns 100 if there are fewer than two trajectories
 */
export function chooseRidge(choices: readonly Choice[], seed: number): number {
  if (choices.length < 2) return PENALTIES[0];
  const order = seededOrder(choices.length, seed);
  const folds = Math.min(FOLDS, choices.length);
  const fold = new Map(order.map((index, rank) => [index, rank % folds]));
  const totals = PENALTIES.map(() => 0);
  for (let held = 0; held < folds; held += 1) {
    const inside = choices.filter((_, index) => fold.get(index) !== held);
    const outside = choices.filter((_, index) => fold.get(index) === held);
    let weights: readonly number[] | undefined;
    for (const [rank, l2] of PENALTIES.entries()) {
      weights = fitConditionalLogit(inside, l2, weights);
      totals[rank] = (totals[rank] ?? 0) + logLikelihood(outside, weights);
    }
  }
  const best = totals.indexOf(Math.max(...totals));
  return PENALTIES[best] ?? PENALTIES[0];
}
