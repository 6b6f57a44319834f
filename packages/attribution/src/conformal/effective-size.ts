/**
 * Number of equally weighted labels that weighted ones are worth for the recent distribution: the smaller of two
 * estimates of n E[w]^2 / E[w^2].
 *
 * Over the calibration runs alone it is (sum w)^2 / sum w^2. But where the recent runs lie beyond every calibration run
 * those weights are all equally low, and that says n. Since E_calibration[w^2] = E_recent[w] for true odds w, and
 * E_calibration[w] = 1, it is n mean(w)^2 / E_recent[w] as well, which is then next to nothing.
 *
 * @param weights    odds of the calibration runs, shape [n], > 0
 * @param recentMean mean odds of the recent runs, `ShiftOdds.recentMean`
 * @returns in [0, n]
 */
export function effectiveSize(weights: readonly number[], recentMean: number): number {
  if (weights.length === 0) return 0;
  const sum = weights.reduce((a, b) => a + b, 0);
  const squares = weights.reduce((total, weight) => total + weight ** 2, 0);
  const bySpread = sum ** 2 / squares;
  const byOverlap = sum ** 2 / weights.length / recentMean;
  return Math.min(bySpread, byOverlap);
}
