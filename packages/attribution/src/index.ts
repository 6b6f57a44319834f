export { attribute } from "./attributing/attribute.ts";
export { attributeLazily } from "./attributing/attribute-lazily.ts";
export type { Attribution, CalibratedKind } from "./attributing/attribution.ts";
export { alarmOf } from "./alarms/alarm-of.ts";
export { alarmId, parseAlarmCalibration, type AlarmCalibration } from "./alarms/alarm-calibration.ts";
export { readAlarmCalibration, writeAlarmCalibration } from "./alarms/alarm-calibration-file.ts";
export type { AlarmRun } from "./alarms/alarm-run.ts";
export { alarmThreshold, stoppedAt } from "./alarms/alarm-threshold.ts";
export { alarmCourse, alarmsOf } from "./alarms/alarms-of.ts";
export { calibrateAlarm } from "./alarms/calibrate-alarm.ts";
export { fitAlarm } from "./alarms/fit-alarm.ts";
export { fitProgressScorer, progressCourse, progressScores } from "./alarms/progress-scorer.ts";
export { agentHistorySchema } from "./beliefs/agent-history.ts";
export type { AgentHistory, FirstAttempts, Redo } from "./beliefs/agent-history.ts";
export { estimateRates } from "./beliefs/estimate-rates.ts";
export type { FailureGroup } from "./grouping/failure-case.ts";
export { groupFailures } from "./grouping/group-failures.ts";
export { linkTarget } from "./files/link-target.ts";
export { appendJsonLine, readJsonLines } from "./files/json-lines.ts";
export { openWholeFile, writeWholeFile } from "./files/write-whole-file.ts";
export { fitExponent } from "./beliefs/fit-exponent.ts";
export { calibrateRecovery } from "./recovery/calibrate-recovery.ts";
export { comparePolicies } from "./recovery/compare-policies.ts";
export type { PolicyComparison, PolicyRun } from "./recovery/compare-policies.ts";
export type { FailedRun } from "./recovery/failed-run.ts";
export type { RecoveryCalibration } from "./recovery/recovery-calibration.ts";
export { readRecoveryCalibration, writeRecoveryCalibration } from "./recovery/recovery-calibration-file.ts";
export { recoveryOf } from "./recovery/recovery-promise.ts";
export type { RecoveryPromise } from "./recovery/recovery-promise.ts";
export { afterFailedRun, mustHandOver, silentFailures } from "./recovery/silent-failures.ts";
export type { FailedRunEnd, SilentFailures } from "./recovery/silent-failures.ts";
export { promisesOf } from "./promises/promises-of.ts";
export type { PromiseLine } from "./promises/promises-of.ts";
export type { KnownPromises, ObservedRuns } from "./promises/known-promises.ts";
export { positionShares } from "./scorers/position-shares.ts";
export { stepShares } from "./beliefs/step-shares.ts";
export { calibrate, DEFAULT_ALPHA, labelledRun, scoredRun } from "./calibrating/calibrate.ts";
export { calibrationId } from "./calibrating/calibration-id.ts";
export type { Calibration } from "./calibrating/calibration.ts";
export { calibrationSize, type PromiseAsked } from "./calibrating/calibration-size.ts";
export { labelSplit } from "./calibrating/label-split.ts";
export { readCalibration, writeCalibration } from "./calibrating/calibration-file.ts";
export { crossCalibrate } from "./calibrating/cross-calibrate.ts";
export { fitAndCalibrate } from "./calibrating/fit-and-calibrate.ts";
export { nonconformityOf } from "./calibrating/nonconformity-of.ts";
export { parseCalibration } from "./calibrating/parse-calibration.ts";
export { plantedRatesOf, setsOf } from "./calibrating/sets-of.ts";
export type { RollbackForecast } from "./calibrating/rollback-forecast.ts";
export { scorerFromModel } from "./calibrating/scorer-from-model.ts";
export { ensemble } from "./ensemble/ensemble.ts";
export type { EnsembleMember } from "./ensemble/ensemble.ts";
export { CalibrationFormatError } from "./errors/calibration-format-error.ts";
export { CalibrationMismatchError } from "./errors/calibration-mismatch-error.ts";
export { EnsembleMemberError } from "./errors/ensemble-member-error.ts";
export { ModelNameError } from "./errors/model-name-error.ts";
export { NotEnoughLabelsError } from "./errors/not-enough-labels-error.ts";
export { OpinionFormatError } from "./errors/opinion-format-error.ts";
export { OpinionLengthError } from "./errors/opinion-length-error.ts";
export { OpinionMissingError } from "./errors/opinion-missing-error.ts";
export { PilotFormatError } from "./errors/pilot-format-error.ts";
export { RedactorOutputError } from "./errors/redactor-output-error.ts";
export { ScorerFailedError } from "./errors/scorer-failed-error.ts";
export { ScorerModelError } from "./errors/scorer-model-error.ts";
export { ScorerOutputError } from "./errors/scorer-output-error.ts";
export type { FailureEvidence, TriedStart } from "./outcomes/failure-evidence.ts";
export { labelEvidence } from "./outcomes/label-evidence.ts";
export { joinEvidence } from "./outcomes/join-evidence.ts";
export { fitOutcomeScorer } from "./outcomes/fit-outcome-scorer.ts";
export { evidenceRows } from "./outcomes/evidence-rows.ts";
export { learnFrom, nextVersionAt } from "./learning/learn-from.ts";
export { coldState } from "./learning/learnt-version.ts";
export { evidenceIn, learningStateIn } from "./learning/learning-entry-schema.ts";
export type {
  AttemptEvidence,
  EvidenceEntry,
  LearningState,
  LearntVersion,
  ReplayEntry,
  RunEntry,
} from "./learning/learning-entry.ts";
export { FEATURE_SET } from "./features/feature-set.ts";
export type { JudgedRun, RedoneSteps } from "./pilots/judged-run.ts";
export type { RecordedAlarm } from "./pilots/recorded-alarm.ts";
export { alarmPilot, type AlarmPair, type AlarmPilot } from "./pilots/alarm-pilot.ts";
export { pilotAdvice } from "./pilots/pilot-advice.ts";
export { pilotFigures } from "./pilots/pilot-figures.ts";
export type { PilotFigures, PilotTask } from "./pilots/pilot-figures.ts";
export { readPilotReport } from "./pilots/pilot-report.ts";
export type { PilotReport } from "./pilots/pilot-report.ts";
export type { PilotShare } from "./pilots/pilot-share.ts";
export type { ActFigures, RecordedFigures } from "./pilots/recorded-figures.ts";
export { policyPilot } from "./pilots/policy-pilot.ts";
export type { PolicyPilot, TriedFailure, TriedFrom } from "./pilots/policy-pilot.ts";
export { recordedPilot } from "./pilots/recorded-pilot.ts";
export type { RecordedPilot, VerifierRuns } from "./pilots/recorded-pilot.ts";
export type { CalibratedFigures } from "./pilots/threshold-figures.ts";
export { fitMarkWeights } from "./marks/fit-mark-weights.ts";
export type { MarkedFailure } from "./marks/fit-mark-weights.ts";
export { judgePanel } from "./marks/judge-panel.ts";
export type { MarkWeights } from "./marks/mark-weights.ts";
export { MARK_WEIGHTS } from "./marks/shipped-mark-weights.ts";
export { opinionsOf } from "./recorded/opinion.ts";
export type { Opinion, RecordedRun } from "./recorded/opinion.ts";
export { parseOpinions, readOpinions } from "./recorded/read-opinions.ts";
export { recordedScorer } from "./recorded/recorded-scorer.ts";
export { redactValue } from "./redaction/redact-value.ts";
export type { Redact } from "./redaction/redact-value.ts";
export { markSteps } from "./scorers/mark-steps.ts";
export { briefExplanation } from "./scorers/brief-explanation.ts";
export { explainSteps, isExplaining } from "./scorers/explain-steps.ts";
export { constantScorer } from "./scorers/constant-scorer.ts";
export { firstWriteScorer } from "./scorers/first-write-scorer.ts";
export { featureCache } from "./scorers/feature-cache.ts";
export type { FeatureCache } from "./scorers/feature-cache.ts";
export { fitLogitScorer } from "./scorers/fit-logit-scorer.ts";
export { fitPositionScorer } from "./scorers/fit-position-scorer.ts";
export { spectrumScorer } from "./scorers/spectrum-scorer.ts";
export type { ExplanationPart, StepExplanation } from "./scorers/step-explanation.ts";
export type {
  FitFailures,
  FitScorer,
  FittedScorer,
  Mark,
  MarkingScorer,
  OneStepScorer,
  StepScorer,
} from "./scorers/step-scorer.ts";
export { acceptanceOf } from "./verdicts/acceptance.ts";
export type { Acceptance } from "./verdicts/acceptance.ts";
export { acceptanceTable } from "./pilots/acceptance-table.ts";
export type { RetriedTasks } from "./verdicts/retried-tasks.ts";
export { calibrateVerifier } from "./verdicts/calibrate-verifier.ts";
export { caughtShare } from "./verdicts/caught-share.ts";
export { fitPanel } from "./verdicts/fit-panel.ts";
export type { LabelledVerdict } from "./verdicts/labelled-verdict.ts";
export type { PanelModel } from "./verdicts/panel-model.ts";
export { panelScore } from "./verdicts/panel-score.ts";
export type { MemberScores } from "./verdicts/panel-score.ts";
export { outsideCalibration } from "./verdicts/outside-calibration.ts";
export { rejectionOf } from "./verdicts/rejection.ts";
export type { Rejection } from "./verdicts/rejection.ts";
export type { VerifierCalibration } from "./verdicts/verifier-calibration.ts";
export { readVerifierCalibration, writeVerifierCalibration } from "./verdicts/verifier-calibration-file.ts";
export { verifierDrift } from "./verdicts/verifier-drift.ts";
