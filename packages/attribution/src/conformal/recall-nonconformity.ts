/** As in `conformalRank`: b |Y| may round to just above a whole number. */
const SLACK = 1e-9;

/**
 * Nonconformity of a run with several decisive errors: how far its set must grow before it holds a share b of them.
 *
 * recall(q) >= b exactly when q is at or above it. At b = 1 it is the highest score among the errors; for `suffix` that
 * is the score of the earliest error, min Y, which is all that a rollback needs.
 *
 * @param scores    S(x, j) of each step, shape [l], from `nonconformity`
 * @param decisives Y, the labelled errors' steps, 0-based; at least one, repeats count once
 * @param share     b, in (0, 1]
 * @returns the ceil(b |Y|)-th smallest of the errors' scores
 * @throws {RangeError} on no error, a step outside the run, a score that is not finite, or a share outside (0, 1]
 */
export function recallNonconformity(
  scores: readonly number[],
  decisives: readonly number[],
  share: number,
): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`Expected \`share\` in (0, 1], got ${share}.`);
  const sorted = errorScores(scores, decisives).toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length - SLACK) - 1] ?? Number.NaN;
}

/**
 * Scores of the labelled errors, one each.
 *
 * @throws {RangeError} as `recallNonconformity`
 */
export function errorScores(scores: readonly number[], decisives: readonly number[]): readonly number[] {
  if (decisives.length === 0) throw new RangeError("Expected `decisives` to hold at least one step, got 0.");
  return [...new Set(decisives)].map((step) => {
    const score = scores[step];
    if (score === undefined) {
      throw new RangeError(`Expected \`decisives\` to be steps in [0, ${scores.length - 1}], got ${step}.`);
    }
    if (!Number.isFinite(score)) {
      throw new RangeError(`Expected \`scores[${step}]\` to be finite, got ${String(score)}.`);
    }
    return score;
  });
}
