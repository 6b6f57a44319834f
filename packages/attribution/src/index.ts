export { attribute } from "./attributing/attribute.ts";
export type { AttributeOptions } from "./attributing/attribute.ts";
export { attributeLazily } from "./attributing/attribute-lazily.ts";
export type { AttributeLazilyOptions } from "./attributing/attribute-lazily.ts";
export type {
  Attribution,
  CalibratedKind,
  LazyAttribution,
  OtherVerifier,
} from "./attributing/attribution.ts";
export { agentHistorySchema } from "./beliefs/agent-history.ts";
export type { AgentHistory, FirstAttempts, Redo } from "./beliefs/agent-history.ts";
export { estimateRates } from "./beliefs/estimate-rates.ts";
export type { AgentRates } from "./beliefs/estimate-rates.ts";
export { linkTarget } from "./files/link-target.ts";
export { openWholeFile, writeWholeFile } from "./files/write-whole-file.ts";
export type { WholeFile } from "./files/write-whole-file.ts";
export { fitExponent } from "./beliefs/fit-exponent.ts";
export { positionShares } from "./scorers/position-shares.ts";
export { stepShares } from "./beliefs/step-shares.ts";
export { calibrate, DEFAULT_ALPHA, labelledRun, scoredRun } from "./calibrating/calibrate.ts";
export type { CalibrationOptions } from "./calibrating/calibrate.ts";
export { calibrationId } from "./calibrating/calibration-id.ts";
export type { Calibration, CalibrationPromise } from "./calibrating/calibration.ts";
export { calibrationSize, type PromiseAsked } from "./calibrating/calibration-size.ts";
export { labelSplit } from "./calibrating/label-split.ts";
export type { LabelSplit } from "./calibrating/label-split.ts";
export { readCalibration, writeCalibration } from "./calibrating/calibration-file.ts";
export { crossCalibrate } from "./calibrating/cross-calibrate.ts";
export type { CrossCalibrationOptions } from "./calibrating/cross-calibrate.ts";
export { fitAndCalibrate } from "./calibrating/fit-and-calibrate.ts";
export { nonconformityOf } from "./calibrating/nonconformity-of.ts";
export { parseCalibration } from "./calibrating/parse-calibration.ts";
export { plantedRatesOf, setsOf } from "./calibrating/sets-of.ts";
export type { RollbackForecast } from "./calibrating/rollback-forecast.ts";
export { scorerFromModel } from "./calibrating/scorer-from-model.ts";
export { ensemble } from "./ensemble/ensemble.ts";
export type { LocalColumns } from "./ensemble/ensemble-columns.ts";
export type { EnsembleMember, EnsembleOptions } from "./ensemble/ensemble.ts";
export { CalibrationFormatError } from "./errors/calibration-format-error.ts";
export { CalibrationMismatchError } from "./errors/calibration-mismatch-error.ts";
export { EnsembleMemberError } from "./errors/ensemble-member-error.ts";
export { NotEnoughLabelsError } from "./errors/not-enough-labels-error.ts";
export { OpinionFormatError } from "./errors/opinion-format-error.ts";
export { OpinionLengthError } from "./errors/opinion-length-error.ts";
export { OpinionMissingError } from "./errors/opinion-missing-error.ts";
export { PilotFormatError } from "./errors/pilot-format-error.ts";
export { ScorerFailedError } from "./errors/scorer-failed-error.ts";
export { ScorerModelError } from "./errors/scorer-model-error.ts";
export { ScorerOutputError } from "./errors/scorer-output-error.ts";
export type { RecordedAdvice } from "./piloting/advised-runs.ts";
export type { JudgedRun, RedoneSteps } from "./piloting/judged-run.ts";
export { pilotAdvice } from "./piloting/pilot-advice.ts";
export type { PilotAdvice } from "./piloting/pilot-advice.ts";
export { pilotFigures } from "./piloting/pilot-figures.ts";
export type { PilotFigures, PilotTask } from "./piloting/pilot-figures.ts";
export { parsePilotReport, readPilotReport } from "./piloting/pilot-report.ts";
export type { PilotReport } from "./piloting/pilot-report.ts";
export type { PilotShare } from "./piloting/pilot-share.ts";
export type { ActFigures, RecordedFigures } from "./piloting/recorded-figures.ts";
export { recordedPilot } from "./piloting/recorded-pilot.ts";
export type { RecordedPilot, VerifierRuns } from "./piloting/recorded-pilot.ts";
export type { CalibratedFigures, ThresholdFigures } from "./piloting/threshold-figures.ts";
export { fitMarkWeights } from "./marks/fit-mark-weights.ts";
export type { MarkedFailure } from "./marks/fit-mark-weights.ts";
export { judgePanel } from "./marks/judge-panel.ts";
export type { JudgePanelOptions } from "./marks/judge-panel.ts";
export { markScores } from "./marks/mark-scores.ts";
export type { MarkWeights } from "./marks/mark-weights.ts";
export { MARK_WEIGHTS } from "./marks/shipped-mark-weights.ts";
export { opinionsOf } from "./recorded/opinion.ts";
export type { Opinion, RecordedRun } from "./recorded/opinion.ts";
export { parseOpinions, readOpinions } from "./recorded/read-opinions.ts";
export { recordedScorer } from "./recorded/recorded-scorer.ts";
export type { RecordedScorerOptions } from "./recorded/recorded-scorer.ts";
export { markSteps } from "./scorers/mark-steps.ts";
export { briefExplanation } from "./scorers/brief-explanation.ts";
export { explainSteps, isExplaining } from "./scorers/explain-steps.ts";
export { constantScorer } from "./scorers/constant-scorer.ts";
export { featureCache } from "./scorers/feature-cache.ts";
export type { FeatureCache } from "./scorers/feature-cache.ts";
export { fitLogitScorer } from "./scorers/fit-logit-scorer.ts";
export type { FitLogitOptions } from "./scorers/fit-logit-scorer.ts";
export { fitPositionScorer } from "./scorers/fit-position-scorer.ts";
export type { ScorerModel } from "./scorers/scorer-model.ts";
export type { ExplanationPart, StepExplanation } from "./scorers/step-explanation.ts";
export type {
  ExplainingScorer,
  FitScorer,
  FittedScorer,
  Mark,
  MarkingScorer,
  OneStepScorer,
  StepScorer,
} from "./scorers/step-scorer.ts";
export { calibrateVerifier } from "./verdicts/calibrate-verifier.ts";
export type { VerifierCalibrationOptions } from "./verdicts/calibrate-verifier.ts";
export { caughtShare } from "./verdicts/caught-share.ts";
export type { CaughtShare } from "./verdicts/caught-share.ts";
export { fitPanel } from "./verdicts/fit-panel.ts";
export type { LabelledScores } from "./verdicts/fit-panel.ts";
export type { LabelledVerdict } from "./verdicts/labelled-verdict.ts";
export type { PanelModel } from "./verdicts/panel-model.ts";
export { panelScore } from "./verdicts/panel-score.ts";
export type { MemberScores } from "./verdicts/panel-score.ts";
export { outsideCalibration } from "./verdicts/outside-calibration.ts";
export { rejectionOf } from "./verdicts/rejection.ts";
export type { Rejection } from "./verdicts/rejection.ts";
export { parseVerifierCalibration } from "./verdicts/verifier-calibration.ts";
export type { VerifierCalibration } from "./verdicts/verifier-calibration.ts";
export { readVerifierCalibration, writeVerifierCalibration } from "./verdicts/verifier-calibration-file.ts";
export { verifierDrift } from "./verdicts/verifier-drift.ts";
