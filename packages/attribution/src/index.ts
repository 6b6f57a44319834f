export { attribute } from "./attribute.ts";
export type { AttributeOptions } from "./attribute.ts";
export { attributeLazily } from "./attribute-lazily.ts";
export type { AttributeLazilyOptions } from "./attribute-lazily.ts";
export type {
  Attribution,
  BoundedAttribution,
  FallbackReason,
  LazyAttribution,
  UnboundedAttribution,
} from "./attribution.ts";
export { calibrate } from "./calibrate.ts";
export type { CalibrationOptions } from "./calibrate.ts";
export { readCalibration, writeCalibration } from "./calibration-file.ts";
export { conformalOptions } from "./calibration.ts";
export type { Calibration } from "./calibration.ts";
export { constantScorer } from "./constant-scorer.ts";
export { crossCalibrate } from "./cross-calibrate.ts";
export type { CrossCalibrationOptions } from "./cross-calibrate.ts";
export { ensemble } from "./ensemble/ensemble.ts";
export type { EnsembleMember, EnsembleOptions } from "./ensemble/ensemble.ts";
export { CalibrationFormatError } from "./errors/calibration-format-error.ts";
export { CalibrationMismatchError } from "./errors/calibration-mismatch-error.ts";
export { EnsembleMemberError } from "./errors/ensemble-member-error.ts";
export { NotEnoughLabelsError } from "./errors/not-enough-labels-error.ts";
export { ScorerFailedError } from "./errors/scorer-failed-error.ts";
export { ScorerModelError } from "./errors/scorer-model-error.ts";
export { ScorerOutputError } from "./errors/scorer-output-error.ts";
export { featureCache } from "./feature-cache.ts";
export type { FeatureCache } from "./feature-cache.ts";
export { fitAndCalibrate } from "./fit-and-calibrate.ts";
export { fitLogitScorer } from "./fit-logit-scorer.ts";
export type { FitLogitOptions } from "./fit-logit-scorer.ts";
export { fitPositionScorer } from "./fit-position-scorer.ts";
export { parseCalibration } from "./parse-calibration.ts";
export { seededOrder } from "./seeded-order.ts";
export { trajectoryDraw } from "./trajectory-draw.ts";
export { scorerFromModel } from "./scorer-from-model.ts";
export type { ConstantModel, EnsembleModel, LogitModel, PositionModel, ScorerModel } from "./scorer-model.ts";
export type { FitScorer, FittedScorer, OneStepScorer, StepScorer } from "./step-scorer.ts";
