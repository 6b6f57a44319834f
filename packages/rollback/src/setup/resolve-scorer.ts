import {
  CalibrationMismatchError,
  constantScorer,
  scorerFromModel,
  type Calibration,
  type StepScorer,
} from "@langgraph-rollback/attribution";

import { ScorerMissingError } from "../errors/scorer-missing-error.ts";

/** What tells where a run went wrong. */
export interface AttributionSource {
  /**
   * What was learnt from labelled failures of this agent. Without one there is no bound on where the error lies, and
   * the first rollback is a restart.
   */
  readonly calibration?: Calibration;
  /** Default: the scorer that the calibration holds. */
  readonly scorer?: StepScorer;
  /** Attributes where the scorer fails, as one that asks a language model can; `attribution.fallback` says why. */
  readonly fallback?: {
    /** What it learnt from labelled failures: its set is bounded by this one. */
    readonly calibration?: Calibration;
    /** Default: the scorer that this calibration holds. */
    readonly scorer?: StepScorer;
  };
}

/** @internal A scorer, and the calibration that belongs to it. */
export interface ResolvedScorer {
  readonly scorer: StepScorer;
  readonly calibration: Calibration | undefined;
  readonly fallback: Omit<ResolvedScorer, "fallback"> | undefined;
}

/**
 * @internal The scorer that a calibration belongs to.
 * @throws {CalibrationMismatchError} if another scorer is given
 * @throws {ScorerMissingError} if none is given and the calibration does not hold one
 */
export function resolveScorer({ fallback, ...source }: AttributionSource): ResolvedScorer {
  return { ...ownScorer(source), fallback: fallback && ownScorer(fallback) };
}

function ownScorer({
  calibration,
  scorer,
}: Omit<AttributionSource, "fallback">): Omit<ResolvedScorer, "fallback"> {
  if (calibration === undefined) return { scorer: scorer ?? constantScorer(), calibration };
  if (scorer !== undefined && scorer.fingerprint !== calibration.scorerFingerprint)
    throw new CalibrationMismatchError(calibration.scorerFingerprint, scorer.fingerprint);
  if (scorer !== undefined) return { scorer, calibration };
  if (calibration.scorerModel === undefined) throw new ScorerMissingError(calibration.scorerFingerprint);
  return { scorer: scorerFromModel(calibration.scorerModel), calibration };
}
