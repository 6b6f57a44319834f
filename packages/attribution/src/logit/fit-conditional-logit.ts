import type { Choice } from "./choice.ts";
import { climb, dot, penalisedLikelihood } from "./climb.ts";
import { curvatureAt, gradientAt, withRidge } from "./derivatives.ts";
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
 * steps of each trajectory. Where the chosen step is not certain, its mean counts. Damped Newton; strictly concave, so the start does not matter.
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
    const gradient = gradientAt(choices, weights, l2);
    const step = solvePositiveDefinite(withRidge(curvatureAt(choices, weights), l2), gradient);
    const decrement = dot(gradient, step);
    const next = climb(choices, { weights, height }, step, decrement, l2);
    if (next === undefined) break;
    ({ height, weights } = next);
    if (decrement < tolerance) break;
  }
  return weights;
}
