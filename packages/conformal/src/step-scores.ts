/**
 * Refuses step scores that are no suspicion at all.
 *
 * @param stepScores suspicion of each step, shape [l]
 * @throws {RangeError} if there is no step, or a score is NaN, infinite or negative
 */
export function checkStepScores(stepScores: readonly number[]): void {
  if (stepScores.length === 0)
    throw new RangeError("Expected `stepScores` to hold at least one step, got 0.");
  for (const [step, score] of stepScores.entries()) {
    if (!Number.isFinite(score) || score < 0) {
      throw new RangeError(`Expected \`stepScores[${step}]\` to be finite and >= 0, got ${String(score)}.`);
    }
  }
}

/**
 * Step scores relative to their mean: d_j = l p_j, where p is the scores' share of their sum.
 *
 * The one place where scores are normalised over a trajectory. 1 means as suspicious as the average step. Scores that
 * are all equal (all 0 too) give exactly 1 everywhere, whatever their value and number.
 *
 * @param stepScores suspicion of each step, shape [l], l >= 1, finite and >= 0
 * @returns d, shape [l], with mean 1
 */
export function densityRatios(stepScores: readonly number[]): readonly number[] {
  const highest = stepScores.reduce((a, b) => Math.max(a, b), 0);
  if (highest === 0) return stepScores.map(() => 1);
  // Scaling by the highest first keeps the sum of equal scores exact, and any sum finite.
  const scaled = stepScores.map((score) => score / highest);
  const total = scaled.reduce((a, b) => a + b, 0);
  return scaled.map((score) => (score * stepScores.length) / total);
}
