import { calibrateRecovery, type FailedRun, recoveryOf } from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import { type Figure, mean } from "../figure.ts";
import { MAX_ROLLBACKS } from "./recovery-arms.ts";

/** Tolerated miss rates of the promise about recovery, in tenths: ranks are then whole numbers without rounding. */
export const ALPHA_TENTHS = [1, 2, 4] as const;
/** Failed runs that calibrate. */
export const SIZES = [20, 30, 60, 100, 150] as const;
export const DELTA = 0.1;

/** How many calibrations each figure is of. */
export interface CellRounds {
  /** For the promise on average. */
  readonly average: number;
  /** For the promise of each calibration. */
  readonly delta: number;
}

/** Figures of calibrations of one size that are drawn from a pool. */
export interface RecoveryCell {
  readonly alpha: number;
  /** Failed runs that calibrate. */
  readonly n: number;
  /** Share of fresh failed runs that are not recovered within lambda. Where nothing is promised, none is. The error is over calibrations. */
  readonly missed: Figure;
  /** Share of calibrations that promise nothing: lambda would be m + 1. */
  readonly unpromised: number;
  /** The same share of fresh runs, of calibrations that promise something alone; null without one. */
  readonly missedWherePromised: number | null;
  /** Share of calibrations whose promise with `delta` is not true of the pool. */
  readonly untrue: number;
  /** Share of calibrations that promise nothing with `delta`. */
  readonly unpromisedWithDelta: number;
  /** Calibrations whose lambda is not the order statistic, as it is counted here. */
  readonly otherRank: number;
}

/** K of each failed run; m + 1 where no rollback recovered it. */
export const triesOf = (outcomes: readonly Pick<FailedRun, "recoveredBy">[]): readonly number[] =>
  outcomes.map(({ recoveredBy = MAX_ROLLBACKS + 1 }) => recoveredBy);

/** Draws calibrations and fresh runs from a pool, with replacement: they are independent runs of the pool's law. The fresh run is the mean of all that can be drawn. */
export function recoveryCells(
  tries: readonly number[],
  rounds: CellRounds,
  seed: number,
): readonly RecoveryCell[] {
  return ALPHA_TENTHS.flatMap((tenths) => SIZES.map((n) => cellOf(tries, { tenths, n, rounds, seed })));
}

interface CellSetting {
  readonly tenths: number;
  readonly n: number;
  readonly rounds: CellRounds;
  readonly seed: number;
}

function cellOf(tries: readonly number[], { n, rounds, seed, tenths }: CellSetting): RecoveryCell {
  const random = seededRandom(1000 * (seed * 10 + tenths) + n);
  const alpha = tenths / 10;
  const missed: number[] = [];
  const promised: number[] = [];
  let otherRank = 0;
  for (let round = 0; round < rounds.average; round += 1) {
    const drawn = drawnFrom(tries, n, random);
    const lambda = lambdaOf(drawn, alpha);
    if (lambda !== orderStatistic(drawn, tenths)) otherRank += 1;
    missed.push(shareAbove(tries, lambda));
    if (lambda <= MAX_ROLLBACKS) promised.push(shareAbove(tries, lambda));
  }
  const withDelta = Array.from({ length: rounds.delta }, () =>
    lambdaOf(drawnFrom(tries, n, random), alpha, DELTA),
  );
  return {
    alpha,
    n,
    missed: overCalibrations(missed),
    unpromised: 1 - promised.length / rounds.average,
    missedWherePromised: promised.length === 0 ? null : mean(promised),
    untrue: mean(withDelta.map((lambda) => Number(shareAbove(tries, lambda) > alpha))),
    unpromisedWithDelta: mean(withDelta.map((lambda) => Number(lambda > MAX_ROLLBACKS))),
    otherRank,
  };
}

/** Draws with replacement. */
export const drawnFrom = (tries: readonly number[], n: number, random: () => number): readonly number[] =>
  Array.from({ length: n }, () => tries[Math.floor(random() * tries.length)] ?? MAX_ROLLBACKS + 1);

/** Lambda, as the package gives it; m + 1 where nothing is promised. */
export function lambdaOf(tries: readonly number[], alpha: number, delta?: number): number {
  const runs = tries.map((k, at): FailedRun => ({
    run: String(at),
    ...(k > MAX_ROLLBACKS ? {} : { recoveredBy: k }),
  }));
  const options = { procedure: "pool", maxRollbacks: MAX_ROLLBACKS, alpha };
  const calibration = calibrateRecovery(runs, delta === undefined ? options : { ...options, delta });
  return recoveryOf(calibration).within ?? MAX_ROLLBACKS + 1;
}

/** The least number of rollbacks within which ceil((1 - alpha) (n + 1)) runs were recovered, counted in whole numbers. */
function orderStatistic(tries: readonly number[], tenths: number): number {
  for (let lambda = 1; lambda <= MAX_ROLLBACKS; lambda += 1) {
    const recovered = tries.filter((k) => k <= lambda).length;
    if (10 * recovered >= (10 - tenths) * (tries.length + 1)) return lambda;
  }
  return MAX_ROLLBACKS + 1;
}

/** Share of a pool that is not recovered within lambda; 0 where nothing is promised. */
export const shareAbove = (tries: readonly number[], lambda: number): number =>
  lambda > MAX_ROLLBACKS ? 0 : tries.filter((k) => k > lambda).length / tries.length;

export function overCalibrations(values: readonly number[]): Figure {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return { mean: centre, standardError: Math.sqrt(squares / (values.length - 1) / values.length) };
}
