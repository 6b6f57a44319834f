/**
 * Refuses step scores that are no suspicion at all.
 *
 * @param stepScores suspicion of each step, shape [l]
 * @throws {RangeError} if there is no step, or a score is NaN, infinite or negative
 */
export function checkStepScores(stepScores: readonly number[]): void {
  if (stepScores.length === 0)
    throw new RangeError("Expected `stepScores` to hold at least one step, got 0.");
  for (let step = 0; step < stepScores.length; step += 1) {
    const score = stepScores[step];
    if (!isSuspicion(score)) {
      throw new RangeError(`Expected \`stepScores[${step}]\` to be finite and >= 0, got ${String(score)}.`);
    }
  }
}

/** Whether a value, of whatever type, is finite and >= 0. */
export function isSuspicion(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Infinity;
}

/** Index of the highest score, the first of several; 0 if all are 0. */
export function mostSuspicious(stepScores: readonly number[]): number {
  let peak = 0;
  for (let step = 1; step < stepScores.length; step += 1) {
    if ((stepScores[step] ?? 0) > (stepScores[peak] ?? 0)) peak = step;
  }
  return peak;
}

/**
 * Step scores relative to their mean: d_j = l p_j, where p is the scores' share of their sum.
 *
 * The one place where scores are normalised over a trajectory. 1 means as suspicious as the average step. Scores that
 * are all equal (all 0 too) give exactly 1 everywhere, whatever their value and number.
 *
 * @param stepScores suspicion of each step, shape [l], l >= 1, finite and >= 0
 * @param peak       `mostSuspicious(stepScores)`, where it is known
 * @returns d, shape [l], with mean 1; a fresh array
 */
export function densityRatios(
  stepScores: readonly number[],
  peak: number = mostSuspicious(stepScores),
): number[] {
  const length = stepScores.length;
  const highest = stepScores[peak] ?? 0;
  // A copy to be overwritten: here and elsewhere in this package five times as fast as `map`.
  const ratios = stepScores.slice();
  if (highest === 0) return ratios.fill(1);
  // Scaling by the highest first keeps the sum of equal scores exact, and any sum finite.
  let total = 0;
  for (let step = 0; step < length; step += 1) {
    const scaled = (stepScores[step] ?? 0) / highest;
    ratios[step] = scaled;
    total += scaled;
  }
  const scale = length / total;
  for (let step = 0; step < length; step += 1) ratios[step] = (ratios[step] ?? 0) * scale;
  return ratios;
}
