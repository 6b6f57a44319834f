import { longest, sharesOf, type Choice } from "./choice.ts";

/** Weights and the penalised likelihood that they reach. */
export interface Point {
  /** Shape [f]. */
  readonly weights: Float64Array;
  readonly height: number;
}

/**
 * Halves a step until it gains a fair part of what it promised.
 *
 * @param step      direction of ascent, shape [f]
 * @param decrement gradient times step
 * @returns nothing if rounding hides any gain
 */
export function climb(
  choices: readonly Choice[],
  from: Point,
  step: Float64Array,
  decrement: number,
  l2: number,
): Point | undefined {
  for (let scale = 1; scale > 1e-10; scale /= 2) {
    const weights = from.weights.map((weight, index) => weight + scale * (step[index] ?? 0));
    const height = penalisedLikelihood(choices, weights, l2);
    if (height >= from.height + 1e-4 * scale * decrement) return { weights, height };
  }
  return undefined;
}

/** Sum of log p_chosen - l2/2 |w|^2 over the trajectories. */
export function penalisedLikelihood(choices: readonly Choice[], weights: Float64Array, l2: number): number {
  return logLikelihood(choices, weights) - (l2 / 2) * dot(weights, weights);
}

/** Sum of log p_chosen over the trajectories, without the penalty. */
export function logLikelihood(choices: readonly Choice[], weights: Float64Array): number {
  const shares = new Float64Array(longest(choices));
  return choices.reduce((sum, choice) => sum + sharesOf(choice, weights, shares), 0);
}

/** Sum of products; both of shape [f]. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
