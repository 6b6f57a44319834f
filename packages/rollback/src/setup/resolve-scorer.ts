import {
  CalibrationMismatchError,
  constantScorer,
  scorerFromModel,
  type Calibration,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { ScorerMissingError } from "../errors/scorer-missing-error.ts";

/** Options for telling where a run went wrong. */
export interface AttributionSource {
  /**
   * Calibration learnt from labelled failures of this agent. Without one there is no bound on where the error lies, and
   * the first rollback is a restart.
   *
   * A path, from the working directory, or a `file:` URL names the file that holds it. The file is looked at when a run begins, and read if it has changed: the
   * run keeps what it began with, also while it is paused. A file that is missing means none yet, and what cannot be used leaves what was read before in
   * use. Both are told once, by a warning of the process, and never throw.
   */
  readonly calibration?: Calibration | string | URL;
  /** Default: the scorer that the calibration holds. */
  readonly scorer?: StepScorer;
  /**
   * Names the group of a run, where the calibration keeps groups apart. It has to be known before anybody knows what went wrong, and
   * the same for all attempts of a run: by the task, say.
   */
  readonly group?: (run: Trajectory) => string;
  /** Attributes where the scorer fails, as one that asks a language model can; `attribution.fallback` says why. */
  readonly fallback?: {
    /** Its calibration, learnt from labelled failures, or the file that holds it: its set is bounded by this one. */
    readonly calibration?: Calibration | string | URL;
    /** Default: the scorer that this calibration holds. */
    readonly scorer?: StepScorer;
  };
}

/** @internal A scorer, and the calibration that belongs to it. */
export interface OwnScorer {
  readonly scorer: StepScorer;
  readonly calibration: Calibration | undefined;
}

/** @internal The same with its fallback, and what names groups. */
export interface ResolvedScorer extends OwnScorer {
  readonly fallback: OwnScorer | undefined;
  readonly group: AttributionSource["group"];
}

/**
 * @internal The scorer that a calibration belongs to.
 * @throws {CalibrationMismatchError} if another scorer is given
 * @throws {ScorerMissingError} if none is given and the calibration does not hold one
 */
export function ownScorer(calibration: Calibration | undefined, scorer: StepScorer | undefined): OwnScorer {
  if (calibration === undefined) return { scorer: scorer ?? constantScorer(), calibration };
  if (scorer !== undefined && scorer.fingerprint !== calibration.scorerFingerprint)
    throw new CalibrationMismatchError(calibration.scorerFingerprint, scorer.fingerprint);
  if (scorer !== undefined) return { scorer, calibration };
  if (calibration.scorerModel === undefined) throw new ScorerMissingError(calibration.scorerFingerprint);
  return { scorer: scorerFromModel(calibration.scorerModel), calibration };
}

/**
 * @internal Refuses a calibration of groups where nobody names a run's group.
 *
 * @throws {InvalidOptionError} if it keeps groups apart: every set would be the whole attempt
 */
export function checkGroup({ failures }: Calibration): void {
  if (failures.some(({ group }) => group !== undefined))
    throw new InvalidOptionError("group", "a function, as the calibration keeps groups apart", undefined);
}

/** @internal The run with its group. Throws as `group` does. */
export function inGroup<Run extends Trajectory>({ group }: Pick<ResolvedScorer, "group">, run: Run): Run {
  return group === undefined ? run : { ...run, group: group(run) };
}
