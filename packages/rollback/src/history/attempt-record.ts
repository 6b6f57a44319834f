import type { Attribution } from "@langgraph-rollback/attribution";

import type { AttemptOutcome } from "../verifying/verifier.ts";
import type { RewindPlan } from "../rewinding/rewind-point.ts";

/** Where the graph was rewound to after a failed attempt. */
export interface RewindRecord extends RewindPlan {
  /** Why there: the prediction set's first step, or the start of the turn. */
  readonly strategy: "set" | "restart";
  /** Id of the new checkpoint that the next attempt starts from. */
  readonly fork: string;
}

/** A failure of the rollback machinery itself, or something that it found otherwise than planned. */
export interface RollbackProblem {
  /** The error's stable code; "UNEXPECTED" for an error without one. */
  readonly code: string;
  readonly name: string;
  readonly message: string;
}

/** Something that went wrong in an attempt without deciding it, as kept in the thread's history. */
export interface AttemptProblem extends Pick<AttemptRecord, "version" | "run" | "attempt"> {
  /** When it was seen, ISO 8601, UTC. */
  readonly at: string;
  readonly problem: RollbackProblem;
}

/** An attempt that waits for a human, as kept in the thread's history. */
export interface AttemptPause extends Pick<AttemptRecord, "version" | "run" | "attempt"> {
  /** When it began to wait, ISO 8601, UTC. */
  readonly at: string;
  /** Id of the checkpoint that it waits at. */
  readonly head: string;
  /** How many questions are open; 0 at a breakpoint. */
  readonly questions: number;
  /** Ids of the checkpoints that a breakpoint holds up: the outermost graph's, and those of subgraphs. */
  readonly breakpoints: readonly string[];
}

/** What happened in one attempt and what was decided after it, as kept in the thread's history. */
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
  /** With the decision "roll-back" only. */
  readonly rewind?: RewindRecord;
  /** The replanning note as text. */
  readonly note?: string;
  /** The channel updates that carried the note into the fork. */
  readonly updates?: Readonly<Record<string, unknown>>;
  /** What failed in the rollback itself: why it left the run's own result as it was or, with "roll-back", why it restarts. */
  readonly problem?: RollbackProblem;
}
