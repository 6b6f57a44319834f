export { evaluateSplits, type EvaluateSplitsOptions } from "./evaluate-splits.ts";
export {
  type Evaluation,
  type EvaluationTally,
  evaluationTally,
  type EvaluationTallyOptions,
  type MethodEvaluation,
} from "./evaluation-tally.ts";
export { type EvenSplit, evenSplit } from "./even-split.ts";
export { type MeanAndStd, meanAndStd } from "./mean-and-std.ts";
export type { EvaluatedMethod } from "./evaluated-method.ts";
export {
  type EvaluationExample,
  type PreparedExample,
  prepareExample,
  type PrepareOptions,
} from "./prepare-example.ts";
export type { ReliabilityBin } from "./reliability.ts";
export { type ScorerMetrics, scorerMetrics } from "./scorer-metrics.ts";
export type { SetCurve } from "./set-curve.ts";
export type { SplitExamples } from "./split-outcomes.ts";
