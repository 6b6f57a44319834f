/** A labelled failure, as far as calibration needs it. */
export interface LabelledScores {
  /** Suspicion of each step, shape [l], by a scorer that was not fitted on this failure. */
  readonly stepScores: readonly number[];
  /** The label, in [0, l). */
  readonly decisiveStep: number;
}

/**
 * Nonconformity of a labelled failure at its decisive step, S(x, y).
 *
 * @param scores S(x, j), shape [l]
 * @throws {RangeError} on a decisive step outside the trajectory
 */
export function atLabel(scores: readonly number[], decisiveStep: number | undefined): number {
  const value = decisiveStep === undefined ? undefined : scores[decisiveStep];
  if (value === undefined) {
    const last = scores.length - 1;
    throw new RangeError(
      `Expected \`decisiveStep\` to be a whole number in [0, ${last}], got ${decisiveStep}.`,
    );
  }
  return value;
}
