import { chanceOf, longest, sharesOf, type Choice } from "./choice.ts";

/** Gradient of sum log p_chosen - l2/2 |w|^2 at w, shape [f]; features from f on count for nothing. */
export function gradientAt(choices: readonly Choice[], weights: Float64Array, l2: number): Float64Array {
  const gradient = weights.map((weight) => -l2 * weight);
  const shares = new Float64Array(longest(choices));
  for (const choice of choices) {
    sharesOf(choice, weights, shares);
    for (let step = 0; step + 1 < choice.starts.length; step += 1)
      addRow(gradient, choice, step, chanceOf(choice, step) - (shares[step] ?? 0));
  }
  return gradient;
}

/**
 * Negated Hessian of sum log p_chosen at w. Takes time in proportion to the squares of the entries that a step has, not of
 * the features that there are.
 *
 * @param weights w, shape [f]; features from f on count for nothing
 * @returns row by row, shape [f * f]; lower triangle only
 */
export function curvatureAt(choices: readonly Choice[], weights: Float64Array): Float64Array {
  return spreadOf(choices, weights.length, (choice, shares) => void sharesOf(choice, weights, shares));
}

/**
 * Sum of the covariances of the rows within each trajectory.
 *
 * @param width number f of features to use, the first ones
 * @param fill  puts the probability of each step of a trajectory into an array of shape [>= l]
 * @returns row by row, shape [f * f]; lower triangle only
 */
export function spreadOf<C extends Choice>(
  choices: readonly C[],
  width: number,
  fill: (choice: C, shares: Float64Array) => void,
): Float64Array {
  const curvature = new Float64Array(width * width);
  const shares = new Float64Array(longest(choices));
  for (const choice of choices) {
    fill(choice, shares);
    const mean = new Float64Array(width);
    for (let step = 0; step + 1 < choice.starts.length; step += 1) {
      addRow(mean, choice, step, shares[step] ?? 0);
      addSquare(curvature, width, choice, step, shares[step] ?? 0);
    }
    takeSquare(curvature, mean);
  }
  return curvature;
}

/** A copy with l2 added along the diagonal. */
export function withRidge(curvature: Float64Array, l2: number): Float64Array {
  const sum = Float64Array.from(curvature);
  const width = Math.sqrt(sum.length);
  for (let i = 0; i < width; i += 1) sum[i * width + i] = (sum[i * width + i] ?? 0) + l2;
  return sum;
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

/** Takes mean mean' from the lower triangle. */
function takeSquare(curvature: Float64Array, mean: Float64Array): void {
  const width = mean.length;
  for (let i = 0; i < width; i += 1) {
    const value = mean[i] ?? 0;
    if (value === 0) continue;
    const offset = i * width;
    for (let j = 0; j <= i; j += 1)
      curvature[offset + j] = (curvature[offset + j] ?? 0) - value * (mean[j] ?? 0);
  }
}
