import type { Attribution } from "@langgraph-rollback/attribution";

import type { Stopped } from "../errors/rollback-exhausted-error.ts";
import type { StartPromise } from "../policies/policy.ts";
import type { OperatorAction } from "./operator-action.ts";
import type { RecoveryRecord } from "./recovery-record.ts";
import type { WatchRecord } from "./watch-record.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import type { RewindPlan } from "../rewinding/rewind-point.ts";
import type { RecordedTask } from "../steps/superstep.ts";
import type { ModelTokens } from "../steps/token-count.ts";
import type { SnapshotsPlace } from "../workspace/store-place.ts";
import type { Restored } from "../workspace/workspace.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";

/** A policy's decision about a rollback, and its promise. */
export interface RewindDecision {
  /** Name of the policy. "to-set" in records of older versions, which knew no other. */
  readonly policy: string;
  /** Promise about the start; absent where there is none. Rewinding still earlier, as `planRewind` may have to, keeps it. */
  readonly promise?: StartPromise;
  /**
   * Probability, believed by the scores before the next attempt, that the first mistake lies in the steps that are undone. In [0, 1]; absent
   * in records of older versions.
   */
  readonly reach?: number;
  /** The policy's reason, in sentences for people; absent in records of older versions. */
  readonly reason?: string;
  /** Present where an agent that learns tried a drawn step in place of a restart: the outcome tells where mistakes lie. */
  readonly drawn?: true;
  /** Present at a restart after a first failure, where the calibration would restart each of its own failures, too. */
  readonly warning?: "ONLY_RESTARTS";
}

/** The place to which the graph was rewound after a failed attempt. */
export interface RewindRecord extends RewindPlan, RewindDecision {
  /** Id of the new checkpoint that the next attempt starts from. */
  readonly fork: string;
  /** Id of somebody else's checkpoint behind the failed attempt, where `resumeRollback` has gone back over it. */
  readonly over?: string;
}

/** The note of a rollback that was not made, and the effects it would have undone. */
export interface PlannedTelling {
  /** The replanning note as text. */
  readonly note?: string;
  /** Effects of the steps that would have been undone, newest first. Their `standing` is the planned one: all of them stand. */
  readonly effects?: readonly EffectRecord[];
}

/** A rewind that was planned and not made, because `mode` is "observe". */
export interface PlannedRewind extends RewindPlan, RewindDecision, PlannedTelling {}

/** Amount that an attempt has spent itself. Steps kept from the attempt before are not counted again. */
export interface AttemptSpent {
  /** Steps that it executed. */
  readonly steps: number;
  /** When the first of them began, ISO 8601, UTC; absent where nobody recorded. */
  readonly startedAt?: string;
  /**
   * Tokens by model: reported by the AI messages of its steps, and by its verdict (`outcome.cost`). Absent if nothing reports any.
   */
  readonly tokens?: readonly ModelTokens[];
  /** Share of the tokens in that came from providers' caches, in [0, 1]; absent if no message tells. A retry's prefix is that of the attempt before. */
  readonly cached?: number;
}

/** The step at which an attempt failed: the one that threw, or its last one where the verifier refused the result. */
export interface FailedAt {
  /** Its index. */
  readonly step: number;
  readonly agent: string;
}

/** A failure of the rollback machinery itself, or something that it found otherwise than planned. */
export interface RollbackProblem {
  /** The error's stable code; "UNEXPECTED" for an error without one. */
  readonly code: string;
  readonly name: string;
  readonly message: string;
}

/** Something that went wrong in an attempt without deciding it, as stored in the thread's history. */
export interface AttemptProblem extends Pick<AttemptRecord, "version" | "run" | "attempt"> {
  /** When it was seen, ISO 8601, UTC. */
  readonly at: string;
  readonly problem: RollbackProblem;
  /** Effects that had to be undone before the attempt could be resumed, if that failed, and how each stands. */
  readonly effects?: readonly EffectRecord[];
}

/** An attempt that waits for a human, as stored in the thread's history. */
export interface AttemptPause extends Pick<AttemptRecord, "version" | "run" | "attempt"> {
  /** When it began to wait, ISO 8601, UTC. */
  readonly at: string;
  /** Id of the checkpoint that it waits at. */
  readonly head: string;
  /** How many questions are open; 0 at a breakpoint. */
  readonly questions: number;
  /** Ids of the checkpoints that a breakpoint holds up: of the outermost graph and of subgraphs. */
  readonly breakpoints: readonly string[];
  /** Observations of it so far. */
  readonly watch?: WatchRecord;
}

/** A question to a human about a rollback, as stored in the thread's history. */
export interface AskedRollback extends Pick<AttemptRecord, "version" | "run" | "attempt" | "at"> {
  /** Id of the failed attempt's last checkpoint. */
  readonly head: string;
  /** Id of the checkpoint that asks; absent where a graph around asks. */
  readonly checkpoint?: string;
  /** The decision that it is about. */
  readonly record: AttemptRecord & { readonly rewind: RewindRecord };
}

/** The model calls of a retry, as far as callbacks told this process of them. */
export interface RetryCalls {
  readonly calls: number;
  /** Those that were given the replanning note, or its beginning. */
  readonly withNote: number;
  /**
   * Whether the note reached a call that counts: of some node the last one, and none whose task took the note out of the conversation. "unknown" where
   * no call was heard, or where a part of the attempt ran in another call or process.
   */
  readonly note: "seen" | "unseen" | "unknown";
  /** Share of the tokens in that came from providers' caches, in [0, 1]; absent if no answer tells. */
  readonly cached?: number;
}

/** The files of an attempt, and what its rollback did with them. */
export interface AttemptFiles {
  /** Place of their snapshots; absent if functions of the user's store the files, and if the folder could not be opened. */
  readonly place?: SnapshotsPlace;
  /** Id of their snapshot where the attempt began; absent if none could be stored. */
  readonly start?: string;
  /** The same where it ended. */
  readonly end?: string;
  /** Files that somebody else had changed since the attempt ended, when a human was asked about its rollback. Absent if there were none. */
  readonly changedByOthers?: ChangesOfOthers;
  /** What was put back when the attempt was rolled back, or when the run ended on an earlier attempt. */
  readonly restored?: FilesRestored;
  /** Why not all could be put back: the next attempt ran on the files that were there. */
  readonly problem?: RollbackProblem;
}

/** Files that somebody else has added, changed or deleted. */
export interface ChangesOfOthers {
  /** Their paths, in order; at most 100. */
  readonly paths: readonly string[];
  /** How many there are beside these. */
  readonly more?: number;
}

/** Files that were put back. */
export interface FilesRestored extends Restored {
  /** Id of the snapshot that they were put back to. */
  readonly snapshot: string;
}

/** One attempt and the decision after it, as stored in the thread's history. */
export interface AttemptRecord {
  /** Version of this format. */
  readonly version: 1;
  /** Id of the run that the attempt belongs to. */
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
  /** When it was decided, ISO 8601, UTC. */
  readonly at: string;
  /** Id of the attempt's last checkpoint: `readTrajectory` with this `checkpoint_id` gives its steps. */
  readonly head: string;
  /** Absent when the verifier itself failed. */
  readonly outcome?: AttemptOutcome;
  readonly decision: "accept" | "roll-back" | "give-up";
  /** Why, as a sentence. */
  readonly reason: string;
  /** Absent for a success, and where attribution failed or was not reached. */
  readonly attribution?: Attribution;
  /** Of an attempt that was told a replanning note. */
  readonly calls?: RetryCalls;
  /** Absent for a success, and where its steps could not be read. */
  readonly spent?: AttemptSpent;
  /** As `spent`. */
  readonly failedAt?: FailedAt;
  /** Of an attempt that failed: what was promised of its run. Absent in records of older versions, and where the attempt could not be planned for. */
  readonly recovery?: RecoveryRecord;
  /** Tasks that others called in supersteps that failed: no checkpoint tells which they were. Absent if there are none. */
  readonly calledTasks?: readonly RecordedTask[];
  /** Of a run with a `workspace`: its files. */
  readonly files?: AttemptFiles;
  /** Of a run with `watch` or `checks`: what was seen of the attempt while it ran. */
  readonly watch?: WatchRecord;
  /** With the decision "give-up" only: what ended the run. Absent where the rollback itself failed, or no step was executed. */
  readonly stopped?: Stopped;
  /**
   * Only with the decision "give-up", if an earlier attempt than this is returned: which one, and the id of the checkpoint from which the thread
   * continues. It is a child of that attempt's last checkpoint, with the same state.
   */
  readonly stands?: { readonly attempt: number; readonly fork: string };
  /** With the decision "roll-back" only. */
  readonly rewind?: RewindRecord;
  /** The rewind that would have been done, where `stopped` is by "observing". */
  readonly planned?: PlannedRewind;
  /**
   * Effects of the attempt that its branch does not keep, newest first, and how each ended. Those of tries that were
   * repeated are among them, whatever the decision, and acts that the run has held. Absent if there are none.
   */
  readonly effects?: readonly EffectRecord[];
  /**
   * The rollback of the attempt has begun to undo, and its fork is missing: the thread's state tells of effects that do not exist any more. The rollback is
   * completed by the next call that resumes the thread.
   */
  readonly unfinished?: true;
  /** The replanning note as text. */
  readonly note?: string;
  /** The channel updates that carried the note into the fork. */
  readonly updates?: Readonly<Record<string, unknown>>;
  /** The person's action that this record comes from. Absent where the run has decided by itself. */
  readonly operator?: OperatorAction;
  /** Failure of the rollback itself: why it left the run's own result as it was or, with "roll-back", why it restarts. */
  readonly problem?: RollbackProblem;
}
