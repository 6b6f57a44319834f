import { ridgeLogistic } from "../conformal/ridge-logistic.ts";
import { GATHER_BOTH, NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import type { AlarmModel, AlarmWeights } from "./alarm-model.ts";
import { checkScores, type AlarmRun } from "./alarm-run.ts";
import { prefixCourse } from "./prefix-features.ts";

const RIDGE = 1;
/** Right runs, and wrong ones, that a position of its own takes. Longer prefixes are judged as the last such position. */
const FEWEST = 20;

/**
 * Fits an alarm to the outcomes of runs: how far the scores so far speak for a run that will turn out wrong. At each position a ridge logistic regression of the
 * outcome on the scores' course, less the log odds of wrong runs there.
 *
 * @param runs that are not used to calibrate the alarm, and that no alarm could stop
 * @throws {NotEnoughLabelsError} unless 20 right runs and 20 wrong ones have a second step
 * @throws {RangeError} if a score is outside [0, 1]
 */
export function fitAlarm(runs: readonly Pick<AlarmRun, "right" | "scores">[]): AlarmModel {
  for (const { scores } of runs) checkScores(scores);
  const positions: AlarmWeights[] = [];
  for (let length = 1; ; length += 1) {
    // The last score of a run comes when nothing is left to stop.
    const running = runs.filter(({ scores }) => scores.length > length);
    const wrong = running.filter(({ right }) => !right).length;
    const right = running.length - wrong;
    if (Math.min(wrong, right) < FEWEST) {
      if (length > 1) return { kind: "prefix-logistic", positions };
      const kind = right < FEWEST ? "right" : "wrong";
      throw new NotEnoughLabelsError(
        `Fitting the alarm (${kind} runs of two steps)`,
        FEWEST,
        kind === "right" ? right : wrong,
        GATHER_BOTH,
      );
    }
    positions.push(fitAt(running, length, Math.log(wrong / right)));
  }
}

function fitAt(
  running: readonly Pick<AlarmRun, "right" | "scores">[],
  length: number,
  priorOdds: number,
): AlarmWeights {
  const rows = running.map(({ scores }) => featuresOf(scores.slice(0, length)));
  const scaling = fitScaling(rows);
  const { coefficients, intercept } = ridgeLogistic(
    rows.map((row) => standardise(row, scaling)),
    running.map(({ right }) => !right),
    RIDGE,
  );
  return { ...scaling, weights: coefficients, intercept: intercept - priorOdds };
}

/** Of a prefix with at least one score. */
const featuresOf = (scores: readonly number[]): readonly number[] => scores.map(prefixCourse()).at(-1) ?? [];
