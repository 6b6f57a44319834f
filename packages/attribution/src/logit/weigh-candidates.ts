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

/** Weights that were fitted to all trajectories, and how each part of these bears on them. */
export interface Fitted {
  /** Shape [width]. */
  readonly weights: Float64Array;
  /** @param indices the trajectories of the part */
  readonly part: (indices: readonly number[]) => FittedPart;
}

/** The log-likelihood of some trajectories near the weights that are fitted to all. */
export interface FittedPart {
  /** Its negated Hessian at the weights, row by row, shape [width * width]; lower triangle only. */
  readonly curvature: Float64Array;
  /** As `curvature`, positive semidefinite and no less. The same where steps are known. */
  readonly bound: Float64Array;
  /** Shape [width]. */
  readonly gradient: Float64Array;
  readonly logLikelihoodAt: (weights: Float64Array) => number;
}

/**
 * Fits to all trajectories.
 *
 * @param before the fit of the same width with the next stronger penalty; absent for the strongest
 */
export type Fit<F extends Fitted> = (width: number, l2: number, before: F | undefined) => F;

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
  // Weights of one trajectory are not weighed against others, so they are fitted to all digits.
  const tolerance = choices.length < 2 ? {} : { tolerance: TOLERANCE };
  return weighFits(choices.length, widths, seed, (width, l2, before?: Fitted) => {
    const start = before?.weights ?? new Float64Array(width);
    const weights = fitConditionalLogit(choices, width, l2, { start, ...tolerance });
    return {
      weights,
      part: (indices) =>
        partOf(
          indices.flatMap((index) => choices[index] ?? []),
          weights,
        ),
    };
  });
}

function partOf(choices: readonly Choice[], weights: Float64Array): FittedPart {
  const curvature = curvatureAt(choices, weights);
  return {
    curvature,
    bound: curvature,
    gradient: gradientAt(choices, weights, 0),
    logLikelihoodAt: (moved) => logLikelihood(choices, moved),
  };
}

/**
 * As {@link weighCandidates}, for any way to fit.
 *
 * @param count number of trajectories
 */
function weighFits<F extends Fitted>(
  count: number,
  widths: readonly number[],
  seed: number,
  fit: Fit<F>,
): readonly (Candidate & { readonly fitted: F })[] {
  const fits = weighInTurn(count, widths, seed, fit);
  for (;;) {
    const { done, value } = fits.next();
    if (done === true) return value;
  }
}

/** As {@link weighFits}, but pauses after each fit: whoever has other work can do it in between. */
export function* weighInTurn<F extends Fitted>(
  count: number,
  widths: readonly number[],
  seed: number,
  fit: Fit<F>,
): Generator<undefined, readonly (Candidate & { readonly fitted: F })[], undefined> {
  const [smallest = 0] = widths;
  if (count < 2) {
    const l2 = PENALTIES[0];
    const fitted = fit(smallest, l2, undefined);
    return [{ width: smallest, l2, weights: fitted.weights, share: 1, fitted }];
  }
  const folds = foldsOf(count, FOLDS, seed);
  const candidates: (Candidate & { readonly fitted: F })[] = [];
  for (const width of widths)
    for (const candidate of yield* crossValidated(folds, width, fit))
      candidates.push({ ...candidate, share: candidate.share - (width > smallest ? WORTH : 0) });
  return shared(candidates);
}

/**
 * Fits and their log-likelihood of held-out trajectories for each of the penalties, the strongest first, until weaker
 * ones are out of the question.
 */
function* crossValidated<F extends Fitted>(
  folds: readonly (readonly number[])[],
  width: number,
  fit: Fit<F>,
): Generator<undefined, readonly (Candidate & { readonly fitted: F })[], undefined> {
  const found: (Candidate & { readonly fitted: F })[] = [];
  let before: F | undefined;
  let highest = -Infinity;
  for (const l2 of PENALTIES) {
    const fitted = fit(width, l2, before);
    const share = heldOutLikelihood(folds.map(fitted.part), fitted.weights, l2);
    found.push({ width, l2, weights: fitted.weights, share, fitted });
    highest = Math.max(highest, share);
    yield undefined;
    if (share < highest - HOPELESS) break;
    before = fitted;
  }
  return found;
}

/**
 * Log-likelihood of each fold under a fit to the others: one Newton step away from the fit to all, which is near enough
 * and costs a fraction of fitting anew.
 */
function heldOutLikelihood(folds: readonly FittedPart[], weights: Float64Array, l2: number): number {
  const curvatures = folds.map(({ curvature }) => curvature);
  const whole = sumOf(curvatures, l2);
  return folds.reduce((sum, { gradient, logLikelihoodAt }, held) => {
    // At the fit to all, the gradients of the fold and of the others cancel.
    const newton = solvePositiveDefinite(without(whole, curvatures[held]), gradient);
    const step = newton.every(Number.isFinite) ? newton : boundedStep(folds, held, l2);
    return sum + logLikelihoodAt(weights.map((weight, at) => weight - (step[at] ?? 0)));
  }, 0);
}

/** A shorter step, where the log-likelihood of the other folds is not concave. */
function boundedStep(folds: readonly FittedPart[], held: number, l2: number): Float64Array {
  const bounds = folds.map(({ bound }) => bound);
  return solvePositiveDefinite(
    without(sumOf(bounds, l2), bounds[held]),
    folds[held]?.gradient ?? new Float64Array(),
  );
}

/** Sum of curvatures of shape [width * width], with l2 added along the diagonal. */
function sumOf(curvatures: readonly Float64Array[], l2: number): Float64Array {
  const size = curvatures[0]?.length ?? 0;
  return withRidge(new Float64Array(size), l2).map((ridge, at) =>
    curvatures.reduce((sum, curvature) => sum + (curvature[at] ?? 0), ridge),
  );
}

function without(whole: Float64Array, part: Float64Array | undefined): Float64Array {
  return whole.map((value, at) => value - (part?.[at] ?? 0));
}

/** Turns log-likelihoods into shares, likeliest first, without those that hardly count. */
function shared<C extends Candidate>(candidates: readonly C[]): readonly C[] {
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
