/**
 * Share of the average that every step gets on top of its score. A score of 0 then means "a hundred times less
 * suspicious than the average", and not "impossible".
 */
const FLOOR = 0.01;

/**
 * Step scores as a belief about which step is the decisive one: shares, raised to a power.
 *
 * With p the scores' shares of their sum and l steps, the belief is in proportion to (p_j + 0.01 / l)^exponent.
 *
 * @param stepScores suspicion of each step, shape [l], l >= 1, finite and >= 0
 * @param exponent   finite and >= 0. 0 makes all steps equal, 1 takes the scores as they are, more sharpens them
 * @returns shape [l], positive unless a power underflows, sum 1
 * @throws {RangeError} if there is no step, or a score or the exponent is NaN, infinite or negative
 */
export function stepShares(stepScores: readonly number[], exponent: number): readonly number[] {
  if (!(exponent >= 0 && exponent < Infinity)) {
    throw new RangeError(`Expected \`exponent\` to be finite and >= 0, got ${exponent}.`);
  }
  const logs = logShares(stepScores);
  const highest = highestOf(logs);
  const powers = logs.map((log) => Math.exp(exponent * (log - highest)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/**
 * @internal Logarithm of each step's score relative to the average step's, floored: 0 means as suspicious as the average.
 * Shape [l]; exactly 0 everywhere if all scores are equal.
 */
export function logShares(stepScores: readonly number[]): readonly number[] {
  if (stepScores.length === 0) throw new RangeError("Expected `stepScores` to hold a step, got 0.");
  for (const [step, score] of stepScores.entries()) {
    if (!(score >= 0 && score < Infinity)) {
      throw new RangeError(`Expected \`stepScores[${step}]\` to be finite and >= 0, got ${score}.`);
    }
  }
  const highest = highestOf(stepScores);
  // Scaling by the highest first keeps the sum finite, and the sum of equal scores exact.
  const scaled = stepScores.map((score) => (highest === 0 ? 1 : score / highest));
  const mean = scaled.reduce((sum, score) => sum + score, 0) / scaled.length;
  return scaled.map((score) => Math.log((score / mean + FLOOR) / (1 + FLOOR)));
}

/** @internal The highest of any number of values. */
export function highestOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
