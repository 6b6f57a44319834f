import { standardise } from "../logit/standardise.ts";
import type { AlarmModel } from "./alarm-model.ts";
import { checkScores } from "./alarm-run.ts";
import { prefixFeatures } from "./prefix-features.ts";

/**
 * Alarms after each step of a run: how far the scores so far speak for a wrong run, as the logarithm of a density ratio. The last of them comes too late to stop anything.
 *
 * @param scores after each step so far, in [0, 1], shape [t]
 * @returns shape [t]; higher for worse
 * @throws {RangeError} if there is no score, or one is outside [0, 1]
 */
export function alarmsOf({ positions }: AlarmModel, scores: readonly number[]): readonly number[] {
  checkScores(scores);
  return scores.map((_, at) => {
    const place = positions[at] ?? positions.at(-1);
    if (place === undefined) return 0;
    const row = standardise(prefixFeatures(scores.slice(0, at + 1)), place);
    return row.reduce((sum, value, feature) => sum + value * (place.weights[feature] ?? 0), place.intercept);
  });
}
