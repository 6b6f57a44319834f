import { largest } from "../trajectory/index.ts";
import { rejectionThreshold, type RejectionThreshold } from "../conformal/rejection-threshold.ts";

/** The promise that stopping runs by their alarms is to make. */
export interface AlarmGoal {
  /** Tolerated share of right runs that are ever stopped, in [0, 1). 0 asks for none. */
  readonly alpha: number;
  /** Tolerated share of calibrations, in (0, 1), that stop more right runs than alpha; see `rejectionThreshold`. */
  readonly delta?: number;
  /** In [0, 1): draws the rank; see `CoverageGoal`. */
  readonly u?: number;
}

/** Above which alarm a run is stopped, and what that promises. */
export interface AlarmThreshold
  extends Omit<AlarmGoal, "u">, Pick<RejectionThreshold, "confidence" | "drawn" | "n" | "rank" | "trivial"> {
  /** A run is stopped once its alarm is higher. `Infinity`: no run is. */
  readonly above: number;
  /** Probability, at the least, that a right run is never stopped. */
  readonly level: number;
}

/** @internal Peak of a run that ends before an alarm could stop it: any threshold lets it pass. */
export const NEVER: number = -Number.MAX_VALUE;

/** @internal The highest alarm that a run could have been stopped by: after its last step nothing is left to stop. */
export const peakOf = (alarms: readonly number[]): number => largest(alarms.slice(0, -1), NEVER);

/**
 * Alarm above which a run is stopped. A right run is ever stopped with probability at most alpha, whatever the alarms are and however long the runs: of each right run
 * counts the highest alarm before its last step, and the threshold is a conformal quantile of these. Ties are not stopped.
 *
 * @param rightAlarms alarms after each step of n right runs, shape [n, l], finite, higher for worse; the runs are exchangeable with the right runs to come, were not used to make the alarm, and could not be stopped by one
 * @throws {RangeError} if `alpha` or `u` is outside [0, 1), `delta` outside (0, 1), or an alarm is NaN or infinite
 * @see Vovk, Gammerman, Shafer, Algorithmic Learning in a Random World (2005)
 *
 * @example
 * const { above } = alarmThreshold(rightRuns.map(({ scores }) => alarmsOf(model, scores)), { alpha: 0.1 });
 */
export function alarmThreshold(rightAlarms: readonly (readonly number[])[], goal: AlarmGoal): AlarmThreshold {
  const bad = rightAlarms.flat().find((alarm) => !Number.isFinite(alarm));
  if (bad !== undefined) throw new RangeError(`Expected finite alarms, got ${bad}.`);
  return thresholdOfPeaks(rightAlarms.map(peakOf), goal);
}

/** @internal The same by the highest alarm before the last step of each right run, shape [n]. */
export function thresholdOfPeaks(peaks: readonly number[], { alpha, ...goal }: AlarmGoal): AlarmThreshold {
  if (!(alpha >= 0 && alpha < 1)) throw new RangeError(`Expected \`alpha\` in [0, 1), got ${alpha}.`);
  const { below, epsilon, trivial, ...threshold } = rejectionThreshold(
    peaks.map((peak) => -peak),
    { ...goal, epsilon: alpha },
  );
  return {
    ...threshold,
    alpha: epsilon,
    above: -below,
    ...(trivial === undefined
      ? {}
      : { trivial: { ...trivial, reason: trivial.reason.replace("epsilon", "alpha") } }),
  };
}

/**
 * Position of the first alarm that stops a run; `undefined` if none does.
 *
 * @param alarms after each step of a run that has ended, or after each step so far and any number for a step to come
 */
export function stoppedAt(alarms: readonly number[], above: number): number | undefined {
  const at = alarms.slice(0, -1).findIndex((alarm) => alarm > above);
  return at === -1 ? undefined : at;
}
