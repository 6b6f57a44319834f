export type { AnswerCache } from "./asking/cache/answer-cache.ts";
export { fileCache } from "./asking/cache/file-cache.ts";
export type { JudgeOptions } from "./asking/judge-options.ts";
export type { StructuredOutput } from "./asking/model/output-method.ts";
export type { Prices } from "./asking/model/prices.ts";
export { probeModel } from "./asking/probe-model.ts";
export type { ModelAbilities, ProbeOptions } from "./asking/probe-model.ts";
export type { Usage } from "./asking/question/usage.ts";
export type { Evidence } from "./asking/text/evidence.ts";
export type { Redact } from "./asking/text/redact-text.ts";
export { attributorScorer } from "./attributor-scorer.ts";
export type { AttributorScorerOptions } from "./attributor-scorer.ts";
export { ModelFailedError } from "./errors/model-failed-error.ts";
export { ModelNameError } from "./errors/model-name-error.ts";
export { RedactorOutputError } from "./errors/redactor-output-error.ts";
export { TooManyMissingError } from "./errors/too-many-missing-error.ts";
export type {
  Attributor,
  Estimate,
  Finding,
  OneStepFinding,
  StepwiseAttributor,
} from "./finding/attributor.ts";
export { allAtOnce } from "./methods/all-at-once/all-at-once.ts";
export { positionAttributor } from "./methods/baselines/position-attributor.ts";
export { randomAttributor } from "./methods/baselines/random-attributor.ts";
export { binarySearch } from "./methods/binary-search/binary-search.ts";
export { causalGraphMermaid } from "./methods/chief/causal-graph-mermaid.ts";
export { chief } from "./methods/chief/chief.ts";
export type { ChiefFinding, ChiefOptions } from "./methods/chief/chief.ts";
export type { CausalGraph } from "./methods/chief/graph.ts";
export { echo } from "./methods/echo/echo.ts";
export type { EchoOptions } from "./methods/echo/echo.ts";
export type { EchoFinding } from "./methods/echo/echo-finding.ts";
export { exportTrainingSet } from "./methods/fine-tuned/export-training-set.ts";
export type { TrainingSetOptions } from "./methods/fine-tuned/export-training-set.ts";
export { fineTuned } from "./methods/fine-tuned/fine-tuned.ts";
export type { FineTunedOptions } from "./methods/fine-tuned/fine-tuned.ts";
export { httpClassifier } from "./methods/fine-tuned/step-classifier.ts";
export type { HttpClassifierOptions, StepClassifier } from "./methods/fine-tuned/step-classifier.ts";
export { hybrid } from "./methods/hybrid/hybrid.ts";
export { jointScorer } from "./methods/joint/joint-scorer.ts";
export type { JointOptions } from "./methods/joint/joint-scorer.ts";
export { naiveJudge } from "./methods/naive-judge/naive-judge.ts";
export { raffles, rafflesReasoning } from "./methods/raffles/raffles.ts";
export type { RafflesFinding, RafflesOptions } from "./methods/raffles/raffles.ts";
export { rolePrompted } from "./methods/role-prompted/role-prompted.ts";
export { stepByStep } from "./methods/step-by-step/step-by-step.ts";
export type { StepByStepOptions } from "./methods/step-by-step/step-by-step.ts";
export { toolCaller } from "./methods/tool-caller/tool-caller.ts";
export type { ToolCallerOptions } from "./methods/tool-caller/tool-caller.ts";
