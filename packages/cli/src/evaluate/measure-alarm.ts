import { alarmOf, alarmsOf, calibrateAlarm, fitAlarm, stoppedAt } from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import { type ShareFigure, shareTally } from "./share-tally.ts";
import { thirdsByUnit } from "./unit-split.ts";

/** Worth of an alarm at one alpha. */
export interface AlarmFigures {
  readonly alpha: number;
  /** Share of right runs that are stopped before their last step. */
  readonly rightStopped: ShareFigure;
  /** Share of wrong runs that are. */
  readonly wrongStopped: ShareFigure;
  /** Share of the steps of all wrong runs that are not taken then. */
  readonly stepsSaved: ShareFigure;
}

/** A run that has ended. */
export interface AlarmedRun {
  /** Runs of one unit are never parted. */
  readonly unit: string;
  readonly right: boolean;
  readonly draw?: number;
}

/** Makes scores after each step of a run, from runs that fit it. */
export type FitScores<Run> = (fitted: readonly Run[]) => (run: Run) => readonly number[];

/** Values of alpha to measure, and number of repetitions. */
export interface MeasureAlarmOptions {
  readonly alphas: readonly number[];
  readonly splits: number;
  readonly seed: number;
}

/**
 * Measures an alarm: in each of many random splits into thirds, one third fits it, one calibrates it, and the runs of the last are stopped by it.
 *
 * @param fitScores of the third that fits
 * @throws {NotEnoughLabelsError} if a third has too few runs to fit
 */
export function measureAlarm<Run extends AlarmedRun>(
  runs: readonly Run[],
  fitScores: FitScores<Run>,
  { alphas, seed, splits }: MeasureAlarmOptions,
): readonly AlarmFigures[] {
  const random = seededRandom(seed);
  const tallies = alphas.map((alpha) => ({ alpha, tally: alarmTally() }));
  for (let split = 0; split < splits; split += 1) {
    const [fitted, calibrating, tested] = thirdsByUnit(runs, random);
    const scoresOf = fitScores(fitted);
    const scored = (part: readonly Run[]) => part.map((run) => ({ ...run, scores: scoresOf(run) }));
    const model = fitAlarm(scored(fitted));
    const calibration = calibrateAlarm(scored(calibrating), { model, scorer: "measured scores" });
    const stopped = scored(tested).map((run) => ({ run, alarms: alarmsOf(model, run.scores) }));
    for (const { alpha, tally } of tallies) {
      const { above } = alarmOf(calibration, { alpha });
      for (const { alarms, run } of stopped) tally.add(run, stoppedAt(alarms, above));
    }
  }
  return tallies.map(({ alpha, tally }) => ({ alpha, ...tally.figures() }));
}

type Scored = AlarmedRun & { readonly scores: readonly number[] };

function alarmTally() {
  const [right, wrong, steps] = [shareTally(), shareTally(), shareTally()];
  return {
    add: ({ right: isRight, scores, unit }: Scored, at: number | undefined): void => {
      (isRight ? right : wrong).add(unit, at !== undefined);
      if (!isRight) scores.forEach((_, step) => steps.add(unit, step > (at ?? Infinity)));
    },
    figures: (): Omit<AlarmFigures, "alpha"> => ({
      rightStopped: right.figure(),
      wrongStopped: wrong.figure(),
      stepsSaved: steps.figure(),
    }),
  };
}
