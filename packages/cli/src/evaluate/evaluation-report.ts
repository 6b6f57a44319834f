import type { Evaluation, MeanAndStd } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { EvaluateOptions } from "./evaluate-options.ts";

/** All that an evaluation found; table, JSON and chart are views of it. */
export interface EvaluationReport {
  readonly options: EvaluateOptions;
  /** Number of labelled trajectories. */
  readonly n: number;
  readonly sizes: SplitSizes;
  readonly guarantee: "exact" | "approximate";
  readonly evaluation: Evaluation;
  readonly scorer: ScorerFigures;
  /** The same at other alphas, ascending; empty without a chart. */
  readonly curve: readonly Evaluation[];
  /** Positions of the decisive steps, (y + 1/2) / l, in (0, 1); shape [n]. */
  readonly positions: readonly number[];
}

/** How many trajectories each part of a split has. */
export interface SplitSizes {
  /** Only a learnt scorer is fitted; with `cross` on the same ones that calibrate. */
  readonly fitted: number;
  readonly calibrated: number;
  readonly tested: number;
}

/** How well the scorer does by itself, on trajectories that it was not fitted on. */
export interface ScorerFigures {
  readonly auroc: MeanAndStd;
  readonly auprc: MeanAndStd;
  /** Top-scored step within 0..5 steps of the decisive one. */
  readonly accuracyWithin: readonly MeanAndStd[];
}
