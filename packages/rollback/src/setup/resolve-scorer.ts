import {
  CalibrationMismatchError,
  constantScorer,
  scorerFromModel,
  type Calibration,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/trajectory";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
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
  /**
   * Names the group of a run, where the calibration keeps groups apart. It has to be known before anybody knows what went wrong, and
   * the same for all attempts of a run: by the task, say.
   */
  readonly group?: (run: Trajectory) => string;
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
  readonly fallback: Omit<ResolvedScorer, "fallback" | "group"> | undefined;
  readonly group: AttributionSource["group"];
}

/**
 * @internal The scorer that a calibration belongs to.
 * @throws {CalibrationMismatchError} if another scorer is given
 * @throws {ScorerMissingError} if none is given and the calibration does not hold one
 */
export function resolveScorer({ fallback, group, ...source }: AttributionSource): ResolvedScorer {
  return { ...ownScorer(source), fallback: fallback && ownScorer(fallback), group };
}

/**
 * @internal The same where no one but `group` can name a run's group.
 *
 * @throws {InvalidOptionError} if a calibration keeps groups apart and `group` is missing: every set would be the whole attempt
 */
export function checkGroup({ calibration, fallback, group }: AttributionSource): void {
  const isGrouped = [calibration, fallback?.calibration].some((each) =>
    each?.failures.some((failure) => failure.group !== undefined),
  );
  if (isGrouped && group === undefined)
    throw new InvalidOptionError("group", "a function, as the calibration keeps groups apart", group);
}

/** @internal The run with its group. Throws as `group` does. */
export function inGroup<Run extends Trajectory>({ group }: Pick<ResolvedScorer, "group">, run: Run): Run {
  return group === undefined ? run : { ...run, group: group(run) };
}

function ownScorer({
  calibration,
  scorer,
}: Omit<AttributionSource, "fallback" | "group">): Omit<ResolvedScorer, "fallback" | "group"> {
  if (calibration === undefined) return { scorer: scorer ?? constantScorer(), calibration };
  if (scorer !== undefined && scorer.fingerprint !== calibration.scorerFingerprint)
    throw new CalibrationMismatchError(calibration.scorerFingerprint, scorer.fingerprint);
  if (scorer !== undefined) return { scorer, calibration };
  if (calibration.scorerModel === undefined) throw new ScorerMissingError(calibration.scorerFingerprint);
  return { scorer: scorerFromModel(calibration.scorerModel), calibration };
}
