import { calibrationSize } from "@langgraph-rollback/attribution";
import { evenSplit } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { SplitSizes } from "./evaluation-report.ts";

/** How trajectories are used. */
export interface SplitUse {
  /** Tolerated miss rate, in (0, 1). */
  readonly alpha: number;
  readonly delta?: number | undefined;
  /** Whether a scorer is fitted. */
  readonly learns: boolean;
  /** Whether it is fitted on those that calibrate. */
  readonly cross?: boolean | undefined;
}

/** The sizes that follow from the number of labelled trajectories and their use, before anything is drawn. */
export function splitSizes(n: number, { alpha, cross, delta, learns }: SplitUse): SplitSizes {
  const { calibration, test } = evenSplit(n, () => 0);
  const half = calibration.length;
  if (!learns) return { fitted: 0, calibrated: half, tested: test.length };
  if (cross === true) return { fitted: half, calibrated: half, tested: test.length };
  const calibrated = calibrationSize(half, { alpha, delta }) || Math.floor(half / 2);
  return { fitted: half - calibrated, calibrated, tested: test.length };
}
