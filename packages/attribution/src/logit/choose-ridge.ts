import { seededOrder } from "../seeded-order.ts";
import type { Choice } from "./choice.ts";
import { fitConditionalLogit, logLikelihood } from "./fit-conditional-logit.ts";

/** Penalties to choose from, strongest first. */
const PENALTIES = [100, 30, 10, 3] as const;
const FOLDS = 5;
/** Penalties differ by whole units of likelihood: no need for the last digits. */
const TOLERANCE = 1e-3;

/** Log-likelihood that a further selection has to gain: at odds of 20 to 1 it tells more, not just by luck of the folds. */
const WORTH = 3;

/** What cross-validation chose. */
export interface RidgeChoice {
  /** Ridge penalty: 3, 10, 30 or 100. */
  readonly l2: number;
  /** Position of the chosen selection of features. */
  readonly selection: number;
}

/**
 * The ridge penalty and the selection of features of the highest cross-validated likelihood. A later selection has to be
 * clearly better than the earlier ones; a tie goes to the stronger penalty.
 *
 * @param selections the same trajectories under each selection of features; all there are to fit on, and nothing else
 * @param seed       draws the five folds
 * @returns the first selection and 100 if there are fewer than two trajectories
 */
export function chooseRidge(selections: readonly (readonly Choice[])[], seed: number): RidgeChoice {
  let best: RidgeChoice & { readonly likelihood: number } = {
    l2: PENALTIES[0],
    selection: 0,
    likelihood: -Infinity,
  };
  for (const [selection, choices] of selections.entries()) {
    if (choices.length < 2) continue;
    for (const [rank, likelihood] of crossValidated(choices, seed).entries()) {
      const needed = best.likelihood + (selection > best.selection ? WORTH : 0);
      if (likelihood > needed) best = { l2: PENALTIES[rank] ?? PENALTIES[0], selection, likelihood };
    }
  }
  return { l2: best.l2, selection: best.selection };
}

/** Log-likelihood of held-out trajectories for each of the penalties. */
function crossValidated(choices: readonly Choice[], seed: number): readonly number[] {
  const folds = Math.min(FOLDS, choices.length);
  const fold = new Map(seededOrder(choices.length, seed).map((index, rank) => [index, rank % folds]));
  const totals = PENALTIES.map(() => 0);
  for (let held = 0; held < folds; held += 1) {
    const inside = choices.filter((_, index) => fold.get(index) !== held);
    const outside = choices.filter((_, index) => fold.get(index) === held);
    let start: readonly number[] = [];
    for (const [rank, l2] of PENALTIES.entries()) {
      start = fitConditionalLogit(
        inside,
        l2,
        rank === 0 ? { tolerance: TOLERANCE } : { start, tolerance: TOLERANCE },
      );
      totals[rank] = (totals[rank] ?? 0) + logLikelihood(outside, start);
    }
  }
  return totals;
}
