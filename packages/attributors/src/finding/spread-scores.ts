/**
 * @internal Step scores of a method that names one step: its confidence on that step, what is left of 1 spread evenly over
 * the others. They sum to 1, and no step has more than the named one.
 *
 * @param length     number of steps, at least 1
 * @param step       the named one, in [0, length)
 * @param confidence in [0, 1]; less than 1 / length counts as 1 / length
 * @returns shape [length]
 */
export function spreadScores(length: number, step: number, confidence: number): readonly number[] {
  const own = Math.max(confidence, 1 / length);
  // Rounding must not put the others above the named one.
  const other = length === 1 ? 0 : Math.min(own, (1 - own) / (length - 1));
  return Array.from({ length }, (_, index) => (index === step ? own : other));
}

/** @internal Scores of a method that got no usable answer. */
export function noScores(length: number): readonly undefined[] {
  return Array.from({ length }, () => undefined);
}

/** @internal The first of the highest scores; `undefined` if there are none. */
export function highestScore(scores: readonly (number | undefined)[]): number | undefined {
  let best: number | undefined;
  scores.forEach((score, index) => {
    if (score !== undefined && score > (scores[best ?? -1] ?? -1)) best = index;
  });
  return best;
}
