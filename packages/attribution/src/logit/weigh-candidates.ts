import { largest } from "../trajectory/index.ts";

import { foldsOf } from "../draws/seeded-folds.ts";
import type { Choice } from "./choice.ts";
import { logLikelihood } from "./climb.ts";
import { curvatureAt, gradientAt, withRidge } from "./derivatives.ts";
import { fitConditionalLogit } from "./fit-conditional-logit.ts";
import { solvePositiveDefinite } from "./solve-positive-definite.ts";

/** Penalties to weigh against each other, strongest first. */
const PENALTIES = [300, 100, 30, 10, 3] as const;
const FOLDS = 5;
/** Log-likelihood that a further selection has to gain: at odds of 20 to 1 it tells more, not just by luck of the folds. */
const WORTH = 3;
/** Newton's decrement below which one more step is the last: weights good to about six digits. */
const TOLERANCE = 1e-3;
/** Candidates of a smaller share than this are not worth the time. */
const LEAST = 0.05;
/** Log-likelihood that a penalty may fall behind a stronger one; an even weaker one would fall further. */
const HOPELESS = 3;

/** A way to fit, and how much it counts among the others. */
export interface Candidate {
  /** Number of features to use, the first ones. */
  readonly width: number;
  /** Ridge penalty. */
  readonly l2: number;
  /** Weights fitted this way to all trajectories, shape [width]. */
  readonly weights: Float64Array;
  /** Positive; all together 1. */
  readonly share: number;
}

/**
 * Weighs penalties and selections of features by their cross-validated likelihood, as if each were as likely as the other
 * beforehand. With few trajectories several are about as good; to take the mean of what they say is safer than to pick
 * one.
 *
 * @param choices all there are to fit on, and nothing else
 * @param widths  for each selection, how many of the features it takes, from the first on; ascending
 * @param seed    draws the five folds
 * @returns the likeliest first; the smallest selection with the strongest penalty if there are fewer than two trajectories
 */
export function weighCandidates(
  choices: readonly Choice[],
  widths: readonly number[],
  seed: number,
): readonly Candidate[] {
  const [smallest = 0] = widths;
  if (choices.length < 2) {
    const l2 = PENALTIES[0];
    return [{ width: smallest, l2, weights: fitConditionalLogit(choices, smallest, l2), share: 1 }];
  }
  const folds = foldsOf(choices.length, FOLDS, seed).map((fold) =>
    fold.flatMap((index) => choices[index] ?? []),
  );
  const candidates = widths.flatMap((width) =>
    crossValidated(choices, folds, width).map(({ likelihood, ...fit }) => ({
      width,
      ...fit,
      share: likelihood - (width > smallest ? WORTH : 0),
    })),
  );
  return shared(candidates);
}

/**
 * Fits and their log-likelihood of held-out trajectories for each of the penalties, the strongest first, until weaker
 * ones are out of the question.
 */
function crossValidated(choices: readonly Choice[], folds: readonly (readonly Choice[])[], width: number) {
  const found: { readonly l2: number; readonly weights: Float64Array; readonly likelihood: number }[] = [];
  let start: Float64Array = new Float64Array(width);
  let highest = -Infinity;
  for (const l2 of PENALTIES) {
    const weights = fitConditionalLogit(choices, width, l2, { start, tolerance: TOLERANCE });
    const likelihood = heldOutLikelihood(folds, weights, l2);
    found.push({ l2, weights, likelihood });
    highest = Math.max(highest, likelihood);
    if (likelihood < highest - HOPELESS) break;
    start = weights;
  }
  return found;
}

/**
 * Log-likelihood of each fold under a fit to the others: one Newton step away from the fit to all, which is near enough
 * and costs a fraction of fitting anew.
 */
function heldOutLikelihood(folds: readonly (readonly Choice[])[], weights: Float64Array, l2: number): number {
  const curvatures = folds.map((fold) => curvatureAt(fold, weights));
  const whole = withRidge(new Float64Array(weights.length ** 2), l2).map((ridge, at) =>
    curvatures.reduce((sum, curvature) => sum + (curvature[at] ?? 0), ridge),
  );
  return folds.reduce((sum, fold, held) => {
    const others = whole.map((value, at) => value - (curvatures[held]?.[at] ?? 0));
    // At the fit to all, the gradients of the fold and of the others cancel.
    const step = solvePositiveDefinite(others, gradientAt(fold, weights, 0));
    return (
      sum +
      logLikelihood(
        fold,
        weights.map((weight, at) => weight - (step[at] ?? 0)),
      )
    );
  }, 0);
}

/** Turns log-likelihoods into shares, likeliest first, without those that hardly count. */
function shared(candidates: readonly Candidate[]): readonly Candidate[] {
  const highest = largest(candidates.map(({ share }) => share));
  const powers = candidates.map((candidate) => ({
    ...candidate,
    share: Math.exp(candidate.share - highest),
  }));
  const kept = powers.filter(({ share }) => share >= LEAST * total(powers));
  const all = total(kept);
  return kept
    .map((candidate) => ({ ...candidate, share: candidate.share / all }))
    .toSorted((a, b) => b.share - a.share);
}

function total(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { share }) => sum + share, 0);
}
