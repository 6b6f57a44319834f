import { longest, sharesOf } from "./choice.ts";
import type { Choice } from "./choice.ts";
import { derivatives } from "./derivatives.ts";
import { solvePositiveDefinite } from "./solve-positive-definite.ts";

const MAX_ITERATIONS = 100;

/** How to climb; none of it changes where the maximum lies. */
export interface ClimbOptions {
  /** Weights to start from, shape [f]; default zeros. */
  readonly start?: Float64Array;
  /**
   * Newton's decrement (twice the gain still expected) below which one more step, of quadratic convergence, is the last.
   * Default 1e-9: weights good to about ten digits.
   */
  readonly tolerance?: number;
}

/**
 * Ridge conditional logit: the weights w that maximise sum log p_chosen - l2/2 |w|^2, where p = softmax(rows w) over the
 * steps of each trajectory. Damped Newton; strictly concave, so the start does not matter.
 *
 * @param choices trajectories
 * @param width number f of features to use, the first ones
 * @param l2 ridge penalty, > 0
 * @returns w, shape [f]
 */
export function fitConditionalLogit(
  choices: readonly Choice[],
  width: number,
  l2: number,
  options: ClimbOptions = {},
): Float64Array {
  const { start, tolerance = 1e-9 } = options;
  let weights = start ?? new Float64Array(width);
  let height = penalisedLikelihood(choices, weights, l2);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const { curvature, gradient } = derivatives(choices, weights, l2);
    const step = solvePositiveDefinite(curvature, gradient);
    const decrement = dot(gradient, step);
    const next = climb(choices, weights, step, height, decrement, l2);
    if (next === undefined) break;
    ({ height, weights } = next);
    if (decrement < tolerance) break;
  }
  return weights;
}

/** Sum of log p_chosen over the trajectories, without the penalty. */
export function logLikelihood(choices: readonly Choice[], weights: Float64Array): number {
  const shares = new Float64Array(longest(choices));
  return choices.reduce((sum, choice) => sum + sharesOf(choice, weights, shares), 0);
}

function penalisedLikelihood(choices: readonly Choice[], weights: Float64Array, l2: number): number {
  return logLikelihood(choices, weights) - (l2 / 2) * dot(weights, weights);
}

/** Halves Newton's step until it gains a fair part of what it promised; nothing if rounding hides any gain. */
function climb(
  choices: readonly Choice[],
  weights: Float64Array,
  step: Float64Array,
  height: number,
  decrement: number,
  l2: number,
): { readonly weights: Float64Array; readonly height: number } | undefined {
  for (let scale = 1; scale > 1e-10; scale /= 2) {
    const next = weights.map((weight, index) => weight + scale * (step[index] ?? 0));
    const reached = penalisedLikelihood(choices, next, l2);
    if (reached >= height + 1e-4 * scale * decrement) return { weights: next, height: reached };
  }
  return undefined;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
