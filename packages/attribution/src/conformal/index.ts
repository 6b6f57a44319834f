export { type AdaptiveOptions, adaptiveStart, type AdaptiveState } from "./adaptive-state.ts";
export { type AdaptiveBound, type AdaptiveThreshold, adaptiveThreshold } from "./adaptive-threshold.ts";
export { adaptiveUpdate } from "./adaptive-update.ts";
export type { Aggregation } from "./aggregation.ts";
export { type AuditPlan, isAudited } from "./audit-coin.ts";
export { type AuditLabel, auditLabel, rangeNonconformity } from "./audit-label.ts";
export { nextProbe, recordProbe } from "./audit-probes.ts";
export { type Audit, type AuditOptions, type AuditProbe, startAudit } from "./audit.ts";
export { type BetaLaw, betaLaw } from "./beta-law.ts";
export { type CalibrateThresholdOptions, calibrateThreshold } from "./calibrate-threshold.ts";
export { claimedSet } from "./claimed-set.ts";
export { clopperPearson, type ConfidenceInterval } from "./clopper-pearson.ts";
export { CONFORMAL_METHODS, type ConformalMethod } from "./conformal-method.ts";
export type { ConformalOptions } from "./conformal-options.ts";
export { conformalQuantile } from "./conformal-quantile.ts";
export { conformalRank, labelsNeeded } from "./conformal-rank.ts";
export type { SelectionCost } from "./cost-curve.ts";
export type { DensityRatioShape } from "./density-ratio-levels.ts";
export { type DriftEvidence, driftEvidence, type FreshScore } from "./drift-evidence.ts";
export { type FilteredSet, filterSteps, type FilterStepsOptions } from "./filter-steps.ts";
export { hoeffdingInterval } from "./hoeffding-interval.ts";
export { labelsU } from "./labels-u.ts";
export type { LabelledScores } from "./labelled-scores.ts";
export { meanRecallThreshold, type SeveralErrors } from "./mean-recall-threshold.ts";
export { nonconformity } from "./nonconformity.ts";
export { pacRank } from "./pac-rank.ts";
export { type PredictionSet, predictionSet } from "./prediction-set.ts";
export { recallNonconformity } from "./recall-nonconformity.ts";
export { ridgeLogistic } from "./ridge-logistic.ts";
export { type RejectionGoal, type RejectionThreshold, rejectionThreshold } from "./rejection-threshold.ts";
export { seededRandom } from "./seeded-random.ts";
export { prepareSelection, type SelectedSet, type SelectionOptions } from "./select-set.ts";
export { SmallSampleError } from "./small-sample-error.ts";
export type { StepRange } from "./step-range.ts";
export { textSeed } from "./text-seed.ts";
export type { ThresholdClaim } from "./threshold-claim.ts";
export type { CoverageGoal, DrawnRank, SmallSamplePolicy } from "./threshold-rank.ts";
export type { Threshold } from "./threshold.ts";
export { trimmedSize } from "./trimmed-labels.ts";
export { type CalibratedSets, calibrateSets } from "./sets/calibrated-sets.ts";
export { nonconformitiesBy, scoreScale, tieBreaking } from "./sets/run-nonconformity.ts";
export { firstDecisive, type LabelledRun, type ScoredRun } from "./sets/scored-run.ts";
export {
  checkSetShape,
  type PlantedRates,
  type SetGoal,
  type SetMethod,
  type SetOptions,
  type SetShape,
} from "./sets/set-options.ts";
export { plantedWeight } from "./sets/weighted-rule.ts";
