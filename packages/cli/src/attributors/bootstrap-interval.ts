import { type ConfidenceInterval, seededRandom } from "@langgraph-rollback/conformal";

const DRAWS = 2000;
const TAIL = 0.025;

/**
 * 95 % interval of a mean over trajectories by the percentile bootstrap: trajectories are drawn again, with replacement, 2000
 * times. Steps of one trajectory stay together.
 *
 * @param values one a trajectory; NaN where a trajectory has none, which is left out
 * @param seed   decides the draws
 * @returns undefined if no trajectory has a value
 */
export function bootstrapInterval(values: readonly number[], seed: number): ConfidenceInterval | undefined {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return undefined;
  const random = seededRandom(seed);
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < known.length; drawn += 1)
      sum += known[Math.floor(random() * known.length)] ?? 0;
    return sum / known.length;
  }).toSorted((one, other) => one - other);
  const at = (share: number): number => means[Math.min(DRAWS - 1, Math.floor(share * DRAWS))] ?? Number.NaN;
  return { lower: at(TAIL), upper: at(1 - TAIL) };
}
