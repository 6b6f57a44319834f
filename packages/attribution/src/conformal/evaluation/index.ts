export { bootstrapInterval } from "./bootstrap-interval.ts";
export { type ClusteredErrors, clusteredErrors } from "./clustered-errors.ts";
export { coveredBy } from "./covered-by.ts";
export { evaluateSplits, type EvaluateSplitsOptions } from "./evaluate-splits.ts";
export {
  type Evaluation,
  type EvaluationTally,
  evaluationTally,
  type EvaluationTallyOptions,
} from "./evaluation-tally.ts";
export { type EvenSplit, evenSplit } from "./even-split.ts";
export { holm, mcnemar, type PairedTest } from "./mcnemar.ts";
export type { Figure, MethodEvaluation } from "./method-tally.ts";
export { type MeanAndStd, meanAndStd } from "./mean-and-std.ts";
export { redrawn } from "./redrawn.ts";
export type { ReliabilityBin } from "./reliability.ts";
export { type ScorerMetrics, scorerMetrics } from "./scorer-metrics.ts";
export { type SplitExamples, splitSets, type TestSet } from "./split-sets.ts";
