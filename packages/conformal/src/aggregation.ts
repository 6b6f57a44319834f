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
 * Aggregated score of every prefix c_0..c_k of a trajectory, in one pass.
 *
 * @param stepScores  suspicion of each step, shape [l]
 * @param aggregation a checked aggregation
 * @returns g(c_0..c_k) at index k, shape [l], never decreasing
 */
export function prefixAggregates(stepScores: readonly number[], aggregation: Aggregation): readonly number[] {
  const { lengthPenalty = 0 } = aggregation;
  const length = stepScores.length;
  return running(stepScores, aggregation).map((value, k) => value + lengthPenalty * (k / length));
}

function running(stepScores: readonly number[], aggregation: Aggregation): readonly number[] {
  if (aggregation.kind === "max") return runningMax(stepScores);
  if (aggregation.kind === "log-sum-exp") return runningLogSumExp(stepScores, aggregation.beta);
  return runningSum(stepScores).map((sum) => sum / stepScores.length);
}

function runningSum(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function runningMax(values: readonly number[]): readonly number[] {
  let highest = -Infinity;
  return values.map((value) => {
    highest = Math.max(highest, value);
    return highest;
  });
}

function runningLogSumExp(values: readonly number[], beta: number): readonly number[] {
  const length = values.length;
  let peak = 0;
  let mass = 0;
  const aggregates = values.map((value) => {
    const next = Math.max(peak, value);
    // Exponents relative to the highest score so far cannot overflow.
    mass = mass * Math.exp(beta * length * (peak - next)) + Math.exp(beta * length * (value - next));
    peak = next;
    return length * peak + (Math.log(mass) - Math.log(length)) / beta;
  });
  // Rounding may lower a value by an ulp where the peak moves, and sets must stay contiguous.
  return runningMax(aggregates);
}
