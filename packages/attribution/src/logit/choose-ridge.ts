import { seededOrder } from "../seeded-order.ts";
import type { Choice } from "./choice.ts";
import { fitConditionalLogit, logLikelihood } from "./fit-conditional-logit.ts";

/** Penalties to choose from, strongest first. */
const PENALTIES = [100, 30, 10, 3] as const;
const FOLDS = 5;
/** Penalties differ by whole units of likelihood: no need for the last digits. */
const TOLERANCE = 1e-2;

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
 * @param choices all there are to fit on, and nothing else
 * @param widths  for each selection, how many of the features it takes, from the first on
 * @param seed    draws the five folds
 * @returns the first selection and 100 if there are fewer than two trajectories
 */
export function chooseRidge(
  choices: readonly Choice[],
  widths: readonly number[],
  seed: number,
): RidgeChoice {
  let best: RidgeChoice & { readonly likelihood: number } = {
    l2: PENALTIES[0],
    selection: 0,
    likelihood: -Infinity,
  };
  if (choices.length < 2) return { l2: best.l2, selection: best.selection };
  const folds = foldsOf(choices, seed);
  for (const [selection, width] of widths.entries()) {
    for (const [rank, likelihood] of crossValidated(folds, width).entries()) {
      const needed = best.likelihood + (selection > best.selection ? WORTH : 0);
      if (likelihood > needed) best = { l2: PENALTIES[rank] ?? PENALTIES[0], selection, likelihood };
    }
  }
  return { l2: best.l2, selection: best.selection };
}

/** What a fold is fitted on, and what it is judged by. */
interface Fold {
  readonly inside: readonly Choice[];
  readonly outside: readonly Choice[];
}

function foldsOf(choices: readonly Choice[], seed: number): readonly Fold[] {
  const count = Math.min(FOLDS, choices.length);
  const foldOf = new Map(seededOrder(choices.length, seed).map((index, rank) => [index, rank % count]));
  return Array.from({ length: count }, (_, held) => ({
    inside: choices.filter((__, index) => foldOf.get(index) !== held),
    outside: choices.filter((__, index) => foldOf.get(index) === held),
  }));
}

/** Log-likelihood of held-out trajectories for each of the penalties. */
function crossValidated(folds: readonly Fold[], width: number): readonly number[] {
  const totals = PENALTIES.map(() => 0);
  for (const { inside, outside } of folds) {
    let start: Float64Array = new Float64Array(width);
    for (const [rank, l2] of PENALTIES.entries()) {
      start = fitConditionalLogit(inside, width, l2, { start, tolerance: TOLERANCE });
      totals[rank] = (totals[rank] ?? 0) + logLikelihood(outside, start);
    }
  }
  return totals;
}
