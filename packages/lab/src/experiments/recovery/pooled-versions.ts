import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import type { Figure } from "../figure.ts";
import { ALPHA_TENTHS, drawnFrom, lambdaOf, overCalibrations, shareAbove } from "./recovery-cells.ts";
import { MAX_ROLLBACKS } from "./recovery-arms.ts";

/** Failed runs that calibrate. */
const SIZE = 60;

/** Failed runs of the last version that are not recovered within lambda, by what lambda is calibrated on. */
export interface PooledFigures {
  readonly alpha: number;
  /** Failed runs that calibrate. */
  readonly n: number;
  /** On the versions before, in equal parts. */
  readonly pooled: Figure;
  /** Share of those calibrations that promise nothing. */
  readonly unpromised: number;
  /** On runs of the last version alone. */
  readonly own: Figure;
  readonly ownUnpromised: number;
}

/** @param versions K of the failed runs of each version, oldest first */
export function pooledFigures(
  versions: readonly (readonly number[])[],
  rounds: number,
  seed: number,
): readonly PooledFigures[] {
  const [last = [], ...before] = versions.toReversed();
  return ALPHA_TENTHS.map((tenths) => {
    const alpha = tenths / 10;
    const random = seededRandom(seed * 100 + tenths);
    const calibrated = (from: readonly (readonly number[])[]) => {
      const lambdas = Array.from({ length: rounds }, () =>
        lambdaOf(
          from.flatMap((version) => drawnFrom(version, SIZE / from.length, random)),
          alpha,
        ),
      );
      return {
        missed: overCalibrations(lambdas.map((lambda) => shareAbove(last, lambda))),
        unpromised: lambdas.filter((lambda) => lambda > MAX_ROLLBACKS).length / rounds,
      };
    };
    const [pooled, own] = [calibrated(before), calibrated([last])];
    return {
      alpha,
      n: SIZE,
      pooled: pooled.missed,
      unpromised: pooled.unpromised,
      own: own.missed,
      ownUnpromised: own.unpromised,
    };
  });
}
