import { dot } from "./choice.ts";
import type { Choice } from "./choice.ts";
import { softmax } from "./softmax.ts";
import { solvePositiveDefinite } from "./solve-positive-definite.ts";

const MAX_ITERATIONS = 100;
/** How to climb; none of it changes where the maximum lies. */
export interface ClimbOptions {
  /** Weights to start from, shape [f]; default zeros. */
  readonly start?: readonly number[];
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
 * @param choices trajectories with f features a step
 * @param l2 ridge penalty, > 0
 * @returns w, shape [f]
 */
export function fitConditionalLogit(
  choices: readonly Choice[],
  l2: number,
  options: ClimbOptions = {},
): readonly number[] {
  const { start, tolerance = 1e-9 } = options;
  const width = choices[0]?.rows[0]?.length ?? 0;
  let weights = start ?? Array.from({ length: width }, () => 0);
  let height = penalisedLikelihood(choices, weights, l2);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const { curvature, gradient } = derivatives(choices, weights, l2);
    const step = solvePositiveDefinite(curvature, gradient);
    const decrement = dot([...gradient], [...step]);
    const next = climb(choices, weights, step, height, decrement, l2);
    if (next === undefined) break;
    ({ height, weights } = next);
    if (decrement < tolerance) break;
  }
  return weights;
}

/** Sum of log p_chosen over the trajectories, without the penalty. */
export function logLikelihood(choices: readonly Choice[], weights: readonly number[]): number {
  return choices.reduce((sum, { chosen, rows }) => {
    const utilities = rows.map((row) => dot(row, weights));
    const highest = utilities.reduce((most, value) => Math.max(most, value), -Infinity);
    const total = utilities.reduce((powers, value) => powers + Math.exp(value - highest), 0);
    return sum + (utilities[chosen] ?? 0) - highest - Math.log(total);
  }, 0);
}

function penalisedLikelihood(choices: readonly Choice[], weights: readonly number[], l2: number): number {
  return logLikelihood(choices, weights) - (l2 / 2) * dot(weights, weights);
}

/** Halves Newton's step until it gains a fair part of what it promised; nothing if rounding hides any gain. */
function climb(
  choices: readonly Choice[],
  weights: readonly number[],
  step: Float64Array,
  height: number,
  decrement: number,
  l2: number,
): { readonly weights: readonly number[]; readonly height: number } | undefined {
  for (let scale = 1; scale > 1e-10; scale /= 2) {
    const next = weights.map((weight, index) => weight + scale * (step[index] ?? 0));
    const reached = penalisedLikelihood(choices, next, l2);
    if (reached >= height + 1e-4 * scale * decrement) return { weights: next, height: reached };
  }
  return undefined;
}

/** Gradient, shape [f], and negated Hessian, shape [f * f] (lower triangle only), of the penalised likelihood. */
function derivatives(choices: readonly Choice[], weights: readonly number[], l2: number) {
  const width = weights.length;
  const gradient = Float64Array.from(weights, (weight) => -l2 * weight);
  const curvature = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) curvature[i * width + i] = l2;
  for (const { chosen, rows } of choices) {
    const shares = softmax(rows.map((row) => dot(row, weights)));
    const mean = new Float64Array(width);
    rows.forEach((row, step) => add(mean, row, shares[step] ?? 0));
    add(gradient, rows[chosen] ?? [], 1);
    add(gradient, mean, -1);
    rows.forEach((row, step) => addOuter(curvature, row, mean, shares[step] ?? 0));
  }
  return { curvature, gradient };
}

/** Adds factor * values to the total, shape [f] each. */
function add(total: Float64Array, values: ArrayLike<number>, factor: number): void {
  for (let i = 0; i < total.length; i += 1) total[i] = (total[i] ?? 0) + factor * (values[i] ?? 0);
}

/** Adds share * (row - mean)(row - mean)' to the lower triangle. */
function addOuter(curvature: Float64Array, row: readonly number[], mean: Float64Array, share: number): void {
  const apart = Float64Array.from(mean, (value, i) => (row[i] ?? 0) - value);
  for (let i = 0; i < apart.length; i += 1) {
    const scaled = share * (apart[i] ?? 0);
    if (scaled === 0) continue;
    const start = i * apart.length;
    for (let j = 0; j <= i; j += 1)
      curvature[start + j] = (curvature[start + j] ?? 0) + scaled * (apart[j] ?? 0);
  }
}
