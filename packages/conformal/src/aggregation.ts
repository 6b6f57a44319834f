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
  const { lengthPenalty = 0 } = aggregation;
  const add = accumulator(aggregation, length);
  if (lengthPenalty === 0) return add;
  let before = -1;
  return (score) => {
    before += 1;
    return add(score) + lengthPenalty * (before / length);
  };
}

function accumulator(aggregation: Aggregation, length: number): (score: number) => number {
  if (aggregation.kind === "max") return accumulateMax();
  if (aggregation.kind === "log-sum-exp") return accumulateLogSumExp(aggregation.beta, length);
  return accumulateMean(length);
}

function accumulateMean(length: number): (score: number) => number {
  let sum = 0;
  return (score) => {
    sum += score;
    return sum / length;
  };
}

function accumulateMax(): (score: number) => number {
  let highest = -Infinity;
  return (score) => {
    if (score > highest) highest = score;
    return highest;
  };
}

function accumulateLogSumExp(beta: number, length: number): (score: number) => number {
  const logLength = Math.log(length);
  let peak = 0;
  let mass = 0;
  let highest = -Infinity;
  return (score) => {
    // Exponents relative to the highest score so far cannot overflow.
    if (score <= peak) mass += Math.exp(beta * length * (score - peak));
    else {
      mass = mass * Math.exp(beta * length * (peak - score)) + 1;
      peak = score;
    }
    // Rounding may lower a value by an ulp where the peak moves, and sets must stay contiguous.
    highest = Math.max(highest, length * peak + (Math.log(mass) - logLength) / beta);
    return highest;
  };
}
