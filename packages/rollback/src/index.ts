export type { RollbackAnswer } from "./approving/rollback-answer.ts";
export type { Approve, RollbackQuestion } from "./approving/rollback-question.ts";
export { attributionNode } from "./attribution-node.ts";
export { effect } from "./effects/intercepting/effect.ts";
export { effectKey } from "./effects/intercepting/effect-key.ts";
export { withEffect } from "./effects/intercepting/with-effect.ts";
export type {
  EffectDeclaration,
  EffectHandling,
  EffectOptions,
  UndoCall,
} from "./effects/declaring/effect-options.ts";
export type { EffectRecord } from "./effects/effect-record.ts";
export { RollbackExhaustedError } from "./errors/rollback-exhausted-error.ts";
export type { Stopped } from "./errors/rollback-exhausted-error.ts";
export { ThreadBusyError } from "./errors/thread-busy-error.ts";
export { ThreadLockLostError } from "./errors/thread-lock-lost-error.ts";
export { ThreadMovedError } from "./errors/thread-moved-error.ts";
export type { RollbackGraphState } from "./graph/rollback-state.ts";
export type { AttemptRecord, PlannedRewind, RollbackProblem } from "./history/attempt-record.ts";
export { readHistory } from "./history/history.ts";
export type { RunHistory, RunStatus } from "./history/history.ts";
export { readAgentHistory } from "./history/read-agent-history.ts";
export type { AgentHistoryOptions } from "./history/read-agent-history.ts";
export { listThreads } from "./history/list-threads.ts";
export type { InputOf, OutputOf, RollbackTarget } from "./langgraph/compiled-graph.ts";
export { inProcessThreadLock } from "./locking/in-process-thread-lock.ts";
export type { ThreadLease, ThreadLock, ThreadLockOptions } from "./locking/thread-lock.ts";
export { readStep } from "./reading/read-step.ts";
export { readTrajectory } from "./reading/read-trajectory.ts";
export { RecordingSaver } from "./recording/recording-saver.ts";
export {
  forecastHeldOut,
  forecastRollback,
  type ForecastOptions,
  type HeldOutFailure,
} from "./planning/forecast-rollback.ts";
export { replanNote } from "./replanning/replan-note.ts";
export type { ReplanContext, ReplanNote, Replanner } from "./replanning/replan-note.ts";
export { planRewind } from "./rewinding/plan-rewind.ts";
export { rewind } from "./rewinding/rewind.ts";
export { resumeRollback } from "./resume-rollback.ts";
export { rollbackGraph } from "./rollback-graph.ts";
export type { Budget, ModelPrice } from "./setup/budget.ts";
export type { PolicyOptions } from "./setup/policy-options.ts";
export type { AttributionSource } from "./setup/resolve-scorer.ts";
export type { RollbackEvent } from "./setup/rollback-event.ts";
export type { RollbackMode } from "./setup/rollback-mode.ts";
export type { RollbackOptions } from "./setup/rollback-options.ts";
export { getReplanNote } from "./steps/attempt-stamp.ts";
export { plainTrajectory } from "./steps/plain-trajectory.ts";
export type { RecordedStep, RecordedTrajectory } from "./steps/recorded-trajectory.ts";
export { keptChunks } from "./streams/kept-chunks.ts";
export { withAttempts } from "./streams/with-attempts.ts";
export type { AttemptChunk } from "./streams/with-attempts.ts";
export type { AttemptOutcome, Verdict, Verifier, VerifierRun } from "./verifying/verifier.ts";
export { withRollback } from "./with-rollback.ts";
