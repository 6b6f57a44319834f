/** How suspect a step is that nobody inspected. */
const UNKNOWN = 0.5;

/** @internal */
export interface InspectedScores {
  /** Number of steps, at least 1. */
  readonly length: number;
  /** Stated probability of each inspected step. */
  readonly inspected: ReadonlyMap<number, number>;
  /** The blamed step; `undefined` blames none. */
  readonly step: number | undefined;
  /** In the blame, or in there being none. */
  readonly confidence: number;
}

/**
 * @internal Step scores of a planner with inspections: its confidence on the step that it blames, what is left of 1 over the
 * others, in proportion to the inspections' probabilities, one half where nobody looked. A blamed step has no less than an even
 * share, however unsure the planner is. They sum to 1 where a step is blamed, otherwise to 1 - confidence.
 *
 * @returns shape [length]
 */
export function inspectedScores({ length, inspected, step, confidence }: InspectedScores): readonly number[] {
  if (length === 1 && step === 0) return [1];
  const weights = Array.from({ length }, (_, index) =>
    index === step ? 0 : (inspected.get(index) ?? UNKNOWN),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const others = length - (step === undefined ? 0 : 1);
  const own = step === undefined ? confidence : Math.max(confidence, 1 / length);
  return weights.map((weight, index) => {
    if (index === step) return own;
    return (1 - own) * (total === 0 ? 1 / others : weight / total);
  });
}
