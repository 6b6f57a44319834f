import { standardise } from "../logit/standardise.ts";
import type { AlarmModel } from "./alarm-model.ts";
import { checkScores } from "./alarm-run.ts";
import { prefixCourse } from "./prefix-features.ts";

/**
 * Alarms after each step of a run: how far the scores so far speak for a wrong run, as the logarithm of a density ratio. The last of them comes too late to stop anything.
 *
 * @param scores after each step so far, in [0, 1], shape [t]
 * @returns shape [t]; higher for worse
 * @throws {RangeError} if there is no score, or one is outside [0, 1]
 */
export function alarmsOf(model: AlarmModel, scores: readonly number[]): readonly number[] {
  checkScores(scores);
  return scores.map(alarmCourse(model));
}

/**
 * Gives the alarm of a run that goes on, score after score: the same as {@link alarmsOf}.
 *
 * @example
 * const alarmAfter = alarmCourse(calibration.model);
 * const isWrong = alarmAfter(0.4) > alarmOf(calibration).above;
 */
export function alarmCourse({ positions }: AlarmModel): (score: number) => number {
  const featuresAfter = prefixCourse();
  let at = 0;
  return (score) => {
    checkScores([score]);
    const features = featuresAfter(score);
    const place = positions[at] ?? positions.at(-1);
    at += 1;
    if (place === undefined) return 0;
    return standardise(features, place).reduce(
      (sum, value, feature) => sum + value * (place.weights[feature] ?? 0),
      place.intercept,
    );
  };
}
