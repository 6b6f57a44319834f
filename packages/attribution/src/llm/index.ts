export type {
  Attributor,
  Estimate,
  Evidence,
  Finding,
  OneStepFinding,
  StepwiseAttributor,
} from "./attributor.ts";
export { attributorScorer } from "./attributor-scorer.ts";
export type { AttributorScorerOptions } from "./attributor-scorer.ts";
export type { AnswerCache } from "./cache/answer-cache.ts";
export { fileCache } from "./cache/file-cache.ts";
export { ModelFailedError } from "./errors/model-failed-error.ts";
export { ModelNameError } from "./errors/model-name-error.ts";
export { RedactorOutputError } from "./errors/redactor-output-error.ts";
export { TooManyMissingError } from "./errors/too-many-missing-error.ts";
export type { JudgeOptions } from "./judge-options.ts";
export type { StructuredOutput } from "./model/output-method.ts";
export { probeModel } from "./model/probe-model.ts";
export type { ModelAbilities, ProbeOptions } from "./model/probe-model.ts";
export type { Price, Prices } from "./model/prices.ts";
export type { Redact } from "./redact-text.ts";
export { addUsage } from "./usage.ts";
export type { Usage } from "./usage.ts";
export { allAtOnce } from "./all-at-once/all-at-once.ts";
export { binarySearch } from "./binary-search/binary-search.ts";
export { hybrid } from "./hybrid/hybrid.ts";
export type { Stop } from "./step-by-step/review.ts";
export { stepByStep } from "./step-by-step/step-by-step.ts";
export type { StepByStepOptions } from "./step-by-step/step-by-step.ts";
export { naiveJudge } from "./naive-judge/naive-judge.ts";
export { positionAttributor } from "./baselines/position-attributor.ts";
export { randomAttributor } from "./baselines/random-attributor.ts";
export { rolePrompted } from "./role-prompted/role-prompted.ts";
export { toolCaller } from "./tool-caller/tool-caller.ts";
export type { ToolCallerOptions } from "./tool-caller/tool-caller.ts";
export { exportTrainingSet } from "./fine-tuned/export-training-set.ts";
export type { TrainingSet, TrainingSetOptions } from "./fine-tuned/export-training-set.ts";
export { fineTuned } from "./fine-tuned/fine-tuned.ts";
export type { FineTunedOptions } from "./fine-tuned/fine-tuned.ts";
export { httpClassifier } from "./fine-tuned/step-classifier.ts";
export type { HttpClassifierOptions, StepClassifier } from "./fine-tuned/step-classifier.ts";
export type { EchoAlternative } from "./echo/alternatives.ts";
export type { BlameKind } from "./echo/consensus.ts";
export type { EchoDisagreement } from "./echo/disagreement.ts";
export { echo } from "./echo/echo.ts";
export type { EchoOptions } from "./echo/echo.ts";
export type { EchoFinding } from "./echo/echo-finding.ts";
export type { EchoSettings } from "./echo/echo-settings.ts";
export type { AnalystRole } from "./echo/roles.ts";
export type { EchoSubject, EchoVote } from "./echo/vote.ts";
export { jointScorer } from "./joint/joint-scorer.ts";
export type { JointOptions } from "./joint/joint-scorer.ts";
export { cassetteHeader } from "./cassette/cassette-format.ts";
export type { CassetteHeader } from "./cassette/cassette-format.ts";
export { recordModel } from "./cassette/record-model.ts";
export type { RecordOptions } from "./cassette/record-model.ts";
export { replayModel, ReplayModel } from "./cassette/replay-model.ts";
export { CassetteFormatError } from "./errors/cassette-format-error.ts";
export { CassetteMissError } from "./errors/cassette-miss-error.ts";
export { trajectoryTokens } from "./trajectory-tokens.ts";
export type { ChiefCandidateStep, ChiefCandidates } from "./chief/backtracking.ts";
export { causalGraphMermaid } from "./chief/causal-graph-mermaid.ts";
export type { CausalGraphDrawing } from "./chief/causal-graph-mermaid.ts";
export { chief } from "./chief/chief.ts";
export type { ChiefFinding, ChiefOptions } from "./chief/chief.ts";
export type {
  AgentEdge,
  AgentNode,
  CausalGraph,
  CounterfactualPattern,
  LoopGroup,
  Otar,
  StepEdge,
  SubtaskEdge,
  SubtaskNode,
  VirtualOracle,
} from "./chief/graph.ts";
export type { RetrievalOptions } from "./chief/retrieval.ts";
export type { ChiefOrigin } from "./chief/screening.ts";
export type {
  RafflesCandidate,
  RafflesCriterion,
  RafflesOpinion,
  RafflesRound,
} from "./raffles/candidate.ts";
export { raffles, rafflesReasoning } from "./raffles/raffles.ts";
export type { RafflesFinding, RafflesOptions } from "./raffles/raffles.ts";
