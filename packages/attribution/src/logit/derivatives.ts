import { longest, sharesOf } from "./choice.ts";
import type { Choice } from "./choice.ts";

/** First and second derivatives of the penalised likelihood. */
export interface Derivatives {
  /** Shape [f]. */
  readonly gradient: Float64Array;
  /** Negated Hessian, row by row, shape [f * f]; lower triangle only. */
  readonly curvature: Float64Array;
}

/**
 * Derivatives of sum log p_chosen - l2/2 |w|^2 at w. Takes time in proportion to the squares of the entries that a step
 * has, not of the features that there are.
 *
 * @param weights w, shape [f]; features from f on count for nothing
 */
export function derivatives(choices: readonly Choice[], weights: Float64Array, l2: number): Derivatives {
  const width = weights.length;
  const gradient = weights.map((weight) => -l2 * weight);
  const curvature = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) curvature[i * width + i] = l2;
  const shares = new Float64Array(longest(choices));
  for (const choice of choices) {
    sharesOf(choice, weights, shares);
    const mean = new Float64Array(width);
    for (let step = 0; step + 1 < choice.starts.length; step += 1) {
      addRow(mean, choice, step, shares[step] ?? 0);
      addSquare(curvature, width, choice, step, shares[step] ?? 0);
    }
    addRow(gradient, choice, choice.chosen, 1);
    takeMean(gradient, curvature, mean);
  }
  return { gradient, curvature };
}

/** Adds factor * row. */
function addRow(
  total: Float64Array,
  { columns, starts, values }: Choice,
  step: number,
  factor: number,
): void {
  const end = starts[step + 1] ?? 0;
  for (let entry = starts[step] ?? 0; entry < end; entry += 1) {
    const column = columns[entry] ?? 0;
    if (column >= total.length) break;
    total[column] = (total[column] ?? 0) + factor * (values[entry] ?? 0);
  }
}

/** Adds share * row row' to the lower triangle. */
function addSquare(
  curvature: Float64Array,
  width: number,
  { columns, starts, values }: Choice,
  step: number,
  share: number,
): void {
  const begin = starts[step] ?? 0;
  const end = starts[step + 1] ?? 0;
  for (let a = begin; a < end; a += 1) {
    const row = columns[a] ?? 0;
    if (row >= width) break;
    const scaled = share * (values[a] ?? 0);
    const offset = row * width;
    for (let b = begin; b <= a; b += 1) {
      const at = offset + (columns[b] ?? 0);
      curvature[at] = (curvature[at] ?? 0) + scaled * (values[b] ?? 0);
    }
  }
}

/** Takes the mean from the gradient, and mean mean' from the lower triangle of the curvature. */
function takeMean(gradient: Float64Array, curvature: Float64Array, mean: Float64Array): void {
  const width = mean.length;
  for (let i = 0; i < width; i += 1) {
    const value = mean[i] ?? 0;
    if (value === 0) continue;
    gradient[i] = (gradient[i] ?? 0) - value;
    const offset = i * width;
    for (let j = 0; j <= i; j += 1)
      curvature[offset + j] = (curvature[offset + j] ?? 0) - value * (mean[j] ?? 0);
  }
}
