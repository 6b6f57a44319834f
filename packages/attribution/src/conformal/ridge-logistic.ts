import { choleskySolve } from "./cholesky-solve.ts";

/** Six or seven do; the rest is for classes that hardly overlap. Each halves its step until the loss falls. */
const NEWTON_STEPS = 50;
const HALVINGS = 30;
/** Twice the loss that is left to gain: far below what matters to odds, above what rounding adds to the loss. */
const CONVERGED = 1e-9;

/** log(P(1 | x) / P(0 | x)) = intercept + coefficients' x. */
export interface LogisticModel {
  readonly intercept: number;
  readonly coefficients: readonly number[];
}

/**
 * Ridge logistic regression by damped Newton: the least of -log likelihood + ridge / 2 |coefficients|^2. The intercept
 * goes free, but for a trace that keeps the system solvable.
 *
 * @param features shape [n][d], of comparable scales: standardise first
 * @param isOne    class of each row, shape [n]; both classes must occur
 * @param ridge    > 0; keeps coefficients finite where the classes do not overlap
 */
export function ridgeLogistic(
  features: readonly (readonly number[])[],
  isOne: readonly boolean[],
  ridge: number,
): LogisticModel {
  const rows = features.map((row) => [1, ...row]);
  const penalties = (rows[0] ?? [1]).map((_, column) => (column === 0 ? 1e-9 : ridge));
  let weights: readonly number[] = penalties.map(() => 0);
  for (let round = 0; round < NEWTON_STEPS; round += 1) {
    const { gradient, hessian } = derivatives(rows, isOne, weights, penalties);
    const step = choleskySolve(hessian, gradient);
    weights = descend(weights, step, (at) => loss(rows, isOne, at, penalties));
    const decrement = step.reduce((sum, change, column) => sum + change * (gradient[column] ?? 0), 0);
    if (decrement < CONVERGED) break;
  }
  const [intercept = 0, ...coefficients] = weights;
  return { intercept, coefficients };
}

function descend(
  from: readonly number[],
  step: readonly number[],
  lossAt: (weights: readonly number[]) => number,
): readonly number[] {
  const before = lossAt(from);
  for (let halving = 0, size = 1; halving < HALVINGS; halving += 1, size /= 2) {
    const to = from.map((weight, column) => weight - size * (step[column] ?? 0));
    if (lossAt(to) <= before) return to;
  }
  return from;
}

function loss(
  rows: readonly (readonly number[])[],
  isOne: readonly boolean[],
  weights: readonly number[],
  penalties: readonly number[],
): number {
  const penalty = weights.reduce(
    (sum, weight, column) => sum + ((penalties[column] ?? 0) / 2) * weight ** 2,
    0,
  );
  return rows.reduce(
    (sum, row, index) => sum + softplus((isOne[index] ? -1 : 1) * logit(row, weights)),
    penalty,
  );
}

function derivatives(
  rows: readonly (readonly number[])[],
  isOne: readonly boolean[],
  weights: readonly number[],
  penalties: readonly number[],
): { gradient: readonly number[]; hessian: readonly (readonly number[])[] } {
  const gradient = penalties.map((penalty, column) => penalty * (weights[column] ?? 0));
  const hessian = penalties.map((penalty, i) => penalties.map((_, j) => (i === j ? penalty : 0)));
  for (const [index, row] of rows.entries()) {
    const probability = 1 / (1 + Math.exp(-logit(row, weights)));
    const residual = probability - (isOne[index] ? 1 : 0);
    const curvature = probability * (1 - probability);
    for (const [i, value] of row.entries()) {
      gradient[i] = (gradient[i] ?? 0) + residual * value;
      const line = hessian[i] ?? [];
      for (let j = 0; j <= i; j += 1) line[j] = (line[j] ?? 0) + curvature * value * (row[j] ?? 0);
    }
  }
  return { gradient, hessian };
}

function logit(row: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let column = 0; column < row.length; column += 1) sum += (row[column] ?? 0) * (weights[column] ?? 0);
  return sum;
}

/** log(1 + e^x) without overflow. */
function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}
