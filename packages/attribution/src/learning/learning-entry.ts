import type { Calibration } from "../calibrating/calibration.ts";
import type { EvidenceRows } from "../outcomes/evidence-rows.ts";
import type { TriedStart } from "../outcomes/failure-evidence.ts";
import type { OutcomeModel } from "../outcomes/fit-in-turn.ts";
import type { ScorerComparison } from "../outcomes/learn-scorer.ts";
import type { RecoveryCalibration } from "../recovery/recovery-calibration.ts";

/** One failed run of an agent, as far as it can teach: numbers, and no text of it. */
export interface RunEntry {
  readonly kind: "run";
  readonly format: 1;
  /** Name of the agent whose runs are learnt from together. */
  readonly agent: string;
  /** Thread and run. */
  readonly run: string;
  /** When its last decision was made, ISO 8601, UTC. */
  readonly at: string;
  /** Id of the version that its first failure was planned by. */
  readonly learntBy: string;
  /** Fingerprint of everything that decided about it. */
  readonly procedure: string;
  /** m, rollbacks that it was allowed. */
  readonly maxRollbacks: number;
  /** Whether it might make all of them. */
  readonly audited: boolean;
  /** K, the rollback after which it was accepted first; absent where none was. */
  readonly recoveredBy?: number;
  /** What it was promised, if anything was. */
  readonly promised?: { readonly within: number; readonly alpha: number };
  /** Runs that passed at their first attempt and that no entry before has counted. */
  readonly passed: number;
  /** Version of the features in `rows`. */
  readonly featureSet: string;
  /** Its failed attempts, oldest first. */
  readonly attempts: readonly AttemptEvidence[];
}

/** A failed attempt: its steps as numbers, and how it was tried again. */
export interface AttemptEvidence extends EvidenceRows {
  /** Steps that it executed itself. */
  readonly executed: number;
  /** Score of its verdict, if the verifier gives one. */
  readonly score?: number;
}

/** Replays of a failed attempt. */
export interface ReplayEntry {
  readonly kind: "replays";
  readonly format: 1;
  readonly agent: string;
  readonly at: string;
  /** Id of the attempt's trajectory. */
  readonly attempt: string;
  readonly tried: readonly TriedStart[];
  /** The last start from which a replay was accepted, where that is known as one step. */
  readonly lastStart?: number;
  /** Steps that the replays executed. */
  readonly executed: number;
}

/** Everything that an agent learns from. */
export type EvidenceEntry = RunEntry | ReplayEntry;

/** What an agent has learnt from its own runs, frozen. */
export interface LearntVersion {
  /** Digest of what it holds. */
  readonly id: string;
  /** When it was made, ISO 8601, UTC. */
  readonly at: string;
  /** Failed runs that it knew of. */
  readonly failures: number;
  /** Share of failed runs whose first rollback starts at a drawn step where it would restart, in [0, 1]. */
  readonly explore: number;
  /** As a share of the run, the latest start that outcomes have shown to recover runs, in [0, 1); 0 where none have. Where nothing else bounds it, a rollback goes no later. */
  readonly latest: number;
  /** "lifted": nothing bounds where the first rollback starts, and recovery alone is promised. */
  readonly cap: "lifted" | "last-recovering-start";
  /** Absent where nothing is known of where mistakes lie. */
  readonly model?: OutcomeModel;
  /** Sets on labels by replay, where they cap the start. */
  readonly calibration?: Calibration;
  /** How it did on recorded outcomes against the version before. */
  readonly comparison?: ScorerComparison;
}

/** What is in force for an agent, and what made it so: the newest entry counts. */
export interface LearningState {
  readonly kind: "state";
  readonly format: 1;
  readonly agent: string;
  /** When it was written, ISO 8601, UTC. */
  readonly at: string;
  /**
   * "version": a new version is in force. "refused": one was made that does worse on recorded outcomes. "promise": more runs were counted under the version in force.
   * "drift": more failed runs than promised were not recovered, so that nothing is known any more.
   */
  readonly change: "version" | "refused" | "promise" | "drift";
  /** Why, in sentences for people. */
  readonly reason: string;
  /** The version in force. */
  readonly version: LearntVersion;
  /** Recovery as counted under the version in force; absent until there are enough runs. */
  readonly promise?: RecoveryCalibration;
  /** Failed runs that were known when a version was last made, taken or not; 0 before. The next one depends on it. */
  readonly failures: number;
  /** Runs that ended before are left out, as the agent has changed since; ISO 8601, UTC. */
  readonly since?: string;
}
