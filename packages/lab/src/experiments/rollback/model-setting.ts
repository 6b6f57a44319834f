import type { TrySetting } from "./try-failures.ts";

/** Miss rate of the sets. */
export const ALPHA = 0.2;

/** Tasks that are run at the most for each failure that is wanted: a model can be right whatever fault is planted. */
export const TASKS_EACH = 20;

/** Extent of the experiment with a real model. */
export interface ModelExtent {
  /** Names of the systems. */
  readonly systems: readonly string[];
  readonly seed: number;
  /** Failed runs that are tried in each system. */
  readonly runs: number;
  /** Failed runs that fit the scorer, and as many that calibrate. */
  readonly learnFrom: number;
}

/** The setting of one system: a fault at any step. */
export const trySettingOf = ({ learnFrom, runs, seed }: ModelExtent): TrySetting => ({
  variant: "uniform",
  calibration: seed,
  alphas: [ALPHA],
  size: { fit: learnFrom, calibrate: learnFrom, test: runs },
});
