import { conformalRank } from "@langgraph-rollback/conformal";
import { evenSplit } from "@langgraph-rollback/conformal/evaluation";
import type { SplitSizes } from "./evaluation-report.ts";

/** How trajectories are used. */
export interface SplitUse {
  /** Tolerated miss rate, in (0, 1). */
  readonly alpha: number;
  /** Whether a scorer is fitted. */
  readonly learns: boolean;
  /** Whether it is fitted on those that calibrate. */
  readonly cross?: boolean | undefined;
}

/** The sizes that follow from the number of labelled trajectories and their use, before anything is drawn. */
export function splitSizes(n: number, { alpha, cross, learns }: SplitUse): SplitSizes {
  const { calibration, test } = evenSplit(n, () => 0);
  const half = calibration.length;
  if (!learns) return { fitted: 0, calibrated: half, tested: test.length };
  if (cross === true) return { fitted: half, calibrated: half, tested: test.length };
  const calibrated = thriftyCount(half, alpha);
  return { fitted: half - calibrated, calibrated, tested: test.length };
}

/** Standard error of a mean over about a thousand splits, and a little more. */
const MARGIN = 0.005;

/**
 * How many of `count` trajectories calibrate when the others fit: about half. The rank k is a whole number, so that
 * k / (n + 1) exceeds 1 - alpha by up to 1 / (n + 1), which sets pay for. Of the counts from half down, as far as one
 * round of that goes, it is the one that exceeds it least, but by enough that a measured mean does not fall below 1 -
 * alpha by the luck of its splits. It depends on numbers alone, so coverage stays exact.
 */
function thriftyCount(count: number, alpha: number): number {
  const most = Math.floor(count / 2);
  const least = Math.max(1, most - Math.ceil(1 / alpha));
  let best = most;
  for (let n = most; n >= least; n -= 1) {
    const level = levelOf(n, alpha);
    if (level >= 1 - alpha + MARGIN && level < levelOf(best, alpha)) best = n;
  }
  return best;
}

/** 1 where n is too small for alpha. */
function levelOf(n: number, alpha: number): number {
  return conformalRank(n, alpha) / (n + 1);
}
