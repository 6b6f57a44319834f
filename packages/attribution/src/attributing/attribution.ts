import type { PredictionSet, SetGoal, SetMethod } from "../conformal/index.ts";

import type { StepExplanation } from "../scorers/step-explanation.ts";

interface AttributionBase {
  /** How likely each step is the decisive one, in [0, 1], shape [l]. */
  readonly scores: readonly number[];
  /** Set of the steps among which the decisive step lies. */
  readonly set: PredictionSet;
  /** Tolerated miss rate; 0 if neither a calibration nor an alpha was given. */
  readonly alpha: number;
  /** Number of labelled failures behind the set; 0 without a calibration. */
  readonly n: number;
  readonly scorerFingerprint: string;
  /** Kind of the calibrated sets; absent without a calibration, and in records of older versions. */
  readonly calibrated?: CalibratedKind;
  /** Set if the scorer failed and the fallback attributed: why. All the rest is the fallback's. */
  readonly fallback?: FallbackReason;
  /** Set if another verifier rejected the run than the one whose failures the calibration is about. */
  readonly otherVerifier?: OtherVerifier;
  /** Why the scorer suspects steps, if explanations were requested and the scorer gives them; in the order of the steps. */
  readonly explanations?: readonly StepExplanation[];
  /** Why there are no explanations, as a sentence, if the scorer failed to explain itself. */
  readonly unexplained?: string;
}

/** Kind of sets that a calibration makes. */
export interface CalibratedKind {
  readonly method: SetMethod;
  /** Content of a set, for a run with several decisive steps. */
  readonly goal: SetGoal;
  /** Convention of the labels, where they are by replay: the set is about the last recovering start then. Absent: about the first mistake. */
  readonly convention?: "last-recovering-start";
  /** `calibrationId` of the calibration; absent in records of older versions. */
  readonly id?: string;
}

/** Two verifiers by their fingerprints. */
export interface OtherVerifier {
  /** Of the failures that were calibrated on. */
  readonly calibrated: string;
  /** Of this run. */
  readonly actual: string;
}

/** Why a fallback attributed. */
export interface FallbackReason {
  /** Fingerprint of the scorer that failed. */
  readonly scorer: string;
  /** Stable code of what it threw; "UNEXPECTED" for an error without one. */
  readonly code: string;
  readonly message: string;
}

/** The set leaves steps out, and contains the decisive step of 1 - alpha of the failures, on average; about so if its guarantee is approximate. */
export interface BoundedAttribution extends AttributionBase {
  readonly status: "bounded";
}

/** The set is the whole trajectory: nothing better can be promised, or its scores leave no step out. */
export interface UnboundedAttribution extends AttributionBase {
  readonly status: "unbounded";
  /** Why, as a sentence for people. */
  readonly reason: string;
}

/** The place where a failed run went wrong. */
export type Attribution = BoundedAttribution | UnboundedAttribution;

/**
 * An attribution whose steps were scored on demand. No `Attribution`: code that shows the scores of one, say to the next
 * attempt's model, would show steps that nobody looked at as harmless.
 */
export type LazyAttribution = (Omit<BoundedAttribution, "scores"> | Omit<UnboundedAttribution, "scores">) & {
  /** How likely each step is the decisive one, in [0, 1], shape [l]; `undefined` where the set did not need it. */
  readonly scores: readonly (number | undefined)[];
  /** Number of requested scores. */
  readonly nfe: number;
};
