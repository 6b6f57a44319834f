/** @internal Scores of some steps. */
export interface PartialScores {
  readonly steps: readonly number[];
  /** One for each of `steps`. */
  readonly scores: readonly (number | undefined)[];
}

/**
 * @internal Joins the scores of the parts of a trace: a step of several parts gets their mean. Equal scores give exactly that score.
 *
 * @returns shape [length]; `undefined` for steps without a score
 */
export function joinScores(length: number, parts: readonly PartialScores[]): readonly (number | undefined)[] {
  const said = Array.from({ length }, (): number[] => []);
  for (const { scores, steps } of parts) {
    steps.forEach((step, index) => {
      const score = scores[index];
      if (score !== undefined) said[step]?.push(score);
    });
  }
  return said.map(meanOf);
}

/** @internal `undefined` for none; exact where all are equal. */
export function meanOf(values: readonly number[]): number | undefined {
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  return first + others.reduce((sum, value) => sum + (value - first), 0) / values.length;
}
