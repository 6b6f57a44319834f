import type { SimulationRates } from "@langgraph-rollback/example-simulation";

import type { Alteration } from "../../scorers/altered-scorer.ts";

/** One agent and one way to attribute its failures. */
export interface SweepPoint {
  readonly system: string;
  /** Actors of a MacNet chain, which then stands in for the system. */
  readonly chain?: number;
  readonly rates: Partial<SimulationRates>;
  readonly alpha: number;
  /** Failures that calibrate. */
  readonly calibrate: number;
  readonly scorer: Alteration;
  /** Failures that the scorer is fitted on, and those that are tried. */
  readonly fit: number;
  readonly test: number;
  readonly seed: number;
}

/** Results of an arm at a point. */
export interface SweepArm {
  readonly arm: string;
  /** Share of failed runs whose result is right in the end. */
  readonly success: number;
  readonly standardError: number;
  /** Steps that ran again, of those of the failed runs. */
  readonly redone: number;
  /** Share of runs whose first start lies at or before the first mistake. */
  readonly reach: number;
  /** Steps that ran again, and the price of each run that ends wrong, in lengths of the failed runs. */
  readonly cost: number;
}

/** Measurements at a point. */
export interface SweepFigures {
  /** Share of first attempts that failed. */
  readonly failed: number;
  /** Mean length of the failed runs. */
  readonly length: number;
  /** Mean over failed runs: how likely a step before or after the mistake has a lower score than the mistake. */
  readonly auroc: number;
  readonly arms: readonly SweepArm[];
}
