/** A score nearer to 0 or 1 than this says no more: an opinion moves the odds by a factor of 1000 at most. */
const SURE = 1e-3;

/**
 * @internal What each member says of each step, as log odds: rows for the pooling.
 *
 * @param scores of each member, shape [m, l], in [0, 1]
 * @returns shape [l, m], each in [-6.91, 6.91]; grows with the score
 */
export function opinionRows(scores: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const length = scores[0]?.length ?? 0;
  return Array.from({ length }, (_, step) => scores.map((given) => logOdds(given[step] ?? 0)));
}

function logOdds(score: number): number {
  const held = Math.min(1 - SURE, Math.max(SURE, score));
  return Math.log(held / (1 - held));
}
