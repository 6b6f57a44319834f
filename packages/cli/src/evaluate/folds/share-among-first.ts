/**
 * Probability that a step is among the first so many, highest scores first. Steps of equal scores stand in random order: each order is as
 * likely as any other.
 *
 * @param scores shape [l]
 * @param step   0-based, in [0, l)
 * @param most   how many steps are looked at, at least 1
 * @returns in [0, 1]
 */
export function shareAmongFirst(scores: readonly number[], step: number, most: number): number {
  const own = scores[step] ?? Number.NaN;
  const above = scores.filter((score) => score > own).length;
  const equal = scores.filter((score) => score === own).length;
  return Math.min(1, Math.max(0, (most - above) / equal));
}
