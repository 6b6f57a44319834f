import type { ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";
import type { MeanAndStd } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { FoldsOptions } from "./folds-options.ts";

/** Shares of failures whose decisive step is among the first, by scores that were learnt on other failures. */
export interface FoldsReport {
  readonly options: FoldsOptions;
  /** All failures first, then each group, if there are several. */
  readonly groups: readonly FoldsGroup[];
}

/** Figures of one group. */
export interface FoldsGroup {
  /** Null for all failures together. */
  readonly group: string | null;
  readonly n: number;
  /** Number of values of the field that folds go by, such as problems; as many as failures where there is no such field. */
  readonly units: number;
  readonly top: readonly TopShare[];
}

/** Share of failures whose decisive step is among the `most` steps with the highest scores. */
export interface TopShare {
  readonly most: number;
  /** Mean over failures and draws of the folds; deviation between draws. */
  readonly share: MeanAndStd;
  /** 95 %, by a bootstrap over units of each failure's mean over draws. */
  readonly interval: ConfidenceInterval | undefined;
  /** The share that equal scores get, computed. */
  readonly chance: number;
}

/** The figures as JSON, ending in a line break. Equal options on equal data give equal text. */
export function foldsJson({ groups, options }: FoldsReport): string {
  const { folds, group = null, scorer, seed, splitBy = null, splits } = options;
  return `${JSON.stringify({ scorer, folds, splits, seed, group, splitBy, groups }, undefined, 2)}\n`;
}
