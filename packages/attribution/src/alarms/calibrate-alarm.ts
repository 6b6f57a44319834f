import { type AlarmCalibration, checkAlarmCalibration, type PeakRun } from "./alarm-calibration.ts";
import type { AlarmRun } from "./alarm-run.ts";
import { NEVER, peakOf } from "./alarm-threshold.ts";
import { alarmsOf } from "./alarms-of.ts";
import { progressFingerprint, type ProgressModel } from "./progress-scorer.ts";

const DEFAULT_ALPHA = 0.05;

/** Options of {@link calibrateAlarm}. */
export interface AlarmCalibrationOptions extends Pick<AlarmCalibration, "model" | "delta" | "smallGroups"> {
  /** Origin of the scores: a judge, its fingerprint, or the model of `fitProgressScorer`, which the calibration keeps. */
  readonly scorer: string | { readonly fingerprint: string } | ProgressModel;
  /** Tolerated share of right runs that are ever stopped, in [0, 1). Default 0.05. */
  readonly alpha?: number;
  /** Calibrates the groups that `AlarmRun.group` names apart. */
  readonly groups?: boolean;
  /** Whose word "right" is. Default "truth". */
  readonly rightBy?: AlarmCalibration["rightBy"];
}

/**
 * Calibrates an alarm by the scores of runs that have ended: a right run is ever stopped with probability at most alpha. That holds exactly and for finite samples, for any
 * scores and runs of any length. With too few right runs it stops none, and says so.
 *
 * The runs must be exchangeable with the first attempts to come, must not have been used to fit the model or to make the scores, and must be ones **that no alarm could stop**: of
 * those that an alarm has let pass, the worst are missing, and the bound is lost, more with each round.
 *
 * @throws {CalibrationFormatError} if an option is out of range
 * @throws {RangeError} if a score is outside [0, 1]
 *
 * @example
 * const model = fitAlarm(half);
 * const calibration = calibrateAlarm(otherHalf, { model, scorer: judge, alpha: 0.1 });
 * alarmOf(calibration).reason;
 */
export function calibrateAlarm(
  runs: readonly AlarmRun[],
  {
    scorer,
    model,
    alpha = DEFAULT_ALPHA,
    delta,
    groups = false,
    rightBy = "truth",
    smallGroups,
  }: AlarmCalibrationOptions,
): AlarmCalibration {
  const peaks = runs.map(({ draw, group, right, scores }): PeakRun => {
    const peak = peakOf(alarmsOf(model, scores));
    return {
      ...(peak === NEVER ? {} : { peak }),
      right,
      ...(groups && group !== undefined ? { group } : {}),
      ...(draw === undefined ? {} : { draw }),
    };
  });
  return checkAlarmCalibration({
    format: "langgraph-rollback/alarm-calibration",
    version: 1,
    ...namedScorer(scorer),
    model,
    rightBy,
    alpha,
    ...(delta === undefined ? {} : { delta }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
    n: runs.filter(({ right }) => right).length,
    runs: peaks,
  });
}

function namedScorer(
  scorer: AlarmCalibrationOptions["scorer"],
): Pick<AlarmCalibration, "scorerFingerprint" | "progress"> {
  if (typeof scorer === "string") return { scorerFingerprint: scorer };
  if ("fingerprint" in scorer) return { scorerFingerprint: scorer.fingerprint };
  return { scorerFingerprint: progressFingerprint(scorer), progress: scorer };
}
