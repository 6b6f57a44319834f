import type { EvaluateOptions } from "../evaluate-options.ts";

/** Data, scorer and folds, and a place for the results. */
export interface FoldsOptions extends Pick<
  EvaluateOptions,
  "data" | "scorer" | "splits" | "seed" | "group" | "splitBy" | "json" | "force"
> {
  /** Number of parts, at least 2: each is scored by what was learnt on the others. */
  readonly folds: number;
}
