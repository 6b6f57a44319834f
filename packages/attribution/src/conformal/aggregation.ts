/**
 * How the step scores of a run of steps c_j..c_k become one score g, for the methods `left`, `right` and `two-way`.
 *
 * With s the step scores as given and l the length of the whole trajectory:
 *
 * - `sum`: (s_j + ... + s_k) / l. The division by l is the only normalisation.
 * - `max`: max(s_j, ..., s_k), not divided by l. For scorers with one sharp peak.
 * - `log-sum-exp`: (LSE(beta l s_j, ..., beta l s_k) - log l) / beta. `beta` (finite and > 0) is an inverse temperature:
 *   the larger, the closer to l times the max.
 *
 * `lengthPenalty` (lambda, finite and >= 0, default 0) adds lambda (k - j) / l. Every g grows with the run and is
 * never clipped: clipped scores tie, and ties at the top give full sets.
 *
 * @see arXiv:2605.06788, Section 3.2 and Appendix C.2.1 (Eq. 18, and Eq. 19 with log l inside 1/beta)
 */
export type Aggregation =
  | { readonly kind: "sum"; readonly lengthPenalty?: number }
  | { readonly kind: "max"; readonly lengthPenalty?: number }
  | { readonly kind: "log-sum-exp"; readonly beta: number; readonly lengthPenalty?: number };

/**
 * Refuses aggregations under which a longer run of steps could score lower than a shorter one.
 *
 * @throws {RangeError} on an unknown kind, `beta` not finite and > 0, or `lengthPenalty` not finite and >= 0
 */
export function checkAggregation(aggregation: Aggregation): void {
  const { kind, lengthPenalty = 0 } = aggregation;
  if (kind !== "sum" && kind !== "max" && kind !== "log-sum-exp") {
    throw new RangeError(
      `Expected \`aggregation.kind\` to be "sum", "max" or "log-sum-exp", got "${String(kind)}".`,
    );
  }
  if (!Number.isFinite(lengthPenalty) || lengthPenalty < 0) {
    throw new RangeError(`Expected \`lengthPenalty\` to be finite and >= 0, got ${lengthPenalty}.`);
  }
  if (aggregation.kind === "log-sum-exp" && !(Number.isFinite(aggregation.beta) && aggregation.beta > 0)) {
    throw new RangeError(`Expected \`beta\` to be finite and > 0, got ${aggregation.beta}.`);
  }
}

/**
 * Aggregates a growing run of steps, one score at a time and in O(1) each. In which order they come does not matter.
 *
 * @param aggregation a checked aggregation
 * @param length      number of steps of the whole trajectory, l
 * @returns a function that takes the next score of the run and returns g of the run so far, which never decreases
 */
export function runningAggregate(aggregation: Aggregation, length: number): (score: number) => number {
  const { kind, lengthPenalty = 0 } = aggregation;
  const beta = kind === "log-sum-exp" ? aggregation.beta : 1;
  const penalty = lengthPenalty / length;
  const logLength = Math.log(length);
  // Typed, as V8 boxes a number anew whenever a closure assigns it to a captured variable; and one closure for all
  // kinds, as calls of several slow down each other.
  const state = Float64Array.of(0, 0, -Infinity, 0);
  return (score) => {
    const before = state[STEPS] ?? 0;
    state[STEPS] = before + 1;
    if (kind === "sum") return addToSum(state, score) / length + penalty * before;
    if (kind === "max") return addToMax(state, score) + penalty * before;
    return (addToLogSumExp(state, score, beta * length) - logLength) / beta + penalty * before;
  };
}

/** Entries of a state: a sum, of scores or of exponentials; the scores' maximum; that of the sum's log; a count. */
const [SUM, MAX, LOG, STEPS] = [0, 1, 2, 3];

function addToSum(state: Float64Array, score: number): number {
  const sum = (state[SUM] ?? 0) + score;
  state[SUM] = sum;
  return sum;
}

function addToMax(state: Float64Array, score: number): number {
  const max = Math.max(state[MAX] ?? 0, score);
  state[MAX] = max;
  return max;
}

/** 1 + exp(x) is 1 in double precision below this x. */
const NEGLIGIBLE = -38;

/** log(exp(sharpness s_1) + exp(sharpness s_2) + ...), computed relative to the highest score, to avoid overflow. */
function addToLogSumExp(state: Float64Array, score: number, sharpness: number): number {
  const peak = state[MAX] ?? 0;
  const mass = state[SUM] ?? 0;
  const log = state[LOG] ?? 0;
  const exponent = -sharpness * Math.abs(score - peak);
  if (score <= peak && exponent < NEGLIGIBLE && mass >= 1) return log;
  const sum = score <= peak ? mass + Math.exp(exponent) : mass * Math.exp(exponent) + 1;
  // Rounding may lower a value by an ulp where the peak moves, and sets must stay contiguous.
  const next = Math.max(log, sharpness * Math.max(peak, score) + Math.log(sum));
  state[SUM] = sum;
  state[MAX] = Math.max(peak, score);
  state[LOG] = next;
  return next;
}
