/**
 * Positive weights that sum to 1, in proportion to e to the power of each value; no overflow.
 *
 * @param values finite, shape [l]
 * @returns shape [l]
 */
export function softmax(values: readonly number[]): readonly number[] {
  const highest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const powers = values.map((value) => Math.exp(value - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
