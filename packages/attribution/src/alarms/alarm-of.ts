import { shortNumber } from "../verdicts/rejection.ts";
import { thresholdOfGroup } from "../verdicts/by-group.ts";
import type { AlarmCalibration } from "./alarm-calibration.ts";
import { type AlarmThreshold, NEVER, thresholdOfPeaks } from "./alarm-threshold.ts";

/** Above which alarm a run is stopped, and what that promises. */
export interface Alarm extends AlarmThreshold {
  /**
   * `exact`: right runs of the group are ever stopped with probability at most alpha. `approximate`: the bound is about all groups together, as the group had too
   * few right runs.
   */
  readonly guarantee: "exact" | "approximate";
  /** One sentence for people: which runs are stopped, and what is promised. */
  readonly reason: string;
}

/**
 * Above which alarm a run is stopped by a calibrated alarm.
 *
 * @param given `alpha`, default the calibration's; `group` of the run, where the calibration keeps groups apart
 * @throws {RangeError} if `alpha` is outside [0, 1)
 */
export function alarmOf(
  { delta, rightBy, runs, smallGroups, ...calibration }: AlarmCalibration,
  { alpha = calibration.alpha, group }: { readonly alpha?: number; readonly group?: string } = {},
): Alarm {
  const { guarantee, prefix, threshold } = thresholdOfGroup(
    runs.filter(({ right }) => right),
    {
      group,
      smallGroups,
      thresholdBy: (right, u) =>
        thresholdOfPeaks(
          right.map(({ peak = NEVER }) => peak),
          { alpha, ...(delta === undefined ? {} : { delta }), ...(u === undefined ? {} : { u }) },
        ),
    },
  );
  return { ...threshold, guarantee, reason: `${prefix}${reasonOf(threshold, rightBy)}` };
}

function reasonOf(
  { above, alpha, drawn, level, n, trivial }: AlarmThreshold,
  rightBy: AlarmCalibration["rightBy"],
): string {
  if (trivial !== undefined) return `No run is stopped, as ${trivial.reason}.`;
  if (alpha === 0) return "No run is stopped, as alpha 0 asks.";
  const runs = rightBy === "truth" ? "right runs" : "runs that the verifier accepts";
  const share = `at most ${shortNumber((drawn === undefined ? alpha : 1 - level) * 100)} %`;
  const average =
    drawn === undefined ? "" : `, and ${shortNumber(alpha * 100)} % on average over calibrations`;
  return `A run is stopped once its alarm is above ${shortNumber(above)}; of ${runs} ${share} ever are (n = ${n})${average}.`;
}
