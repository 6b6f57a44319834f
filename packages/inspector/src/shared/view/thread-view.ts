import type { Attribution } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type {
  AttemptOutcome,
  AttemptRecord,
  EffectRecord,
  PlannedRewind,
  RollbackProblem,
  Stopped,
} from "langgraph-rollback";
import type { RewindRecord } from "langgraph-rollback/inspection";

import type { PersonsAction } from "../acting/acting-view.ts";
import type { ReplayName } from "./replay-name.ts";
import type { ThreadStatus } from "./thread-summary.ts";
import type { WaitingView } from "./waiting-view.ts";

/** A thread with its runs, oldest first. Plain JSON; all text is untrusted. */
export interface ThreadView {
  readonly id: string;
  readonly runs: readonly RunView[];
  /** Present if it is a replay from a file. */
  readonly replay?: ReplayName | undefined;
  /** Parts of it that cannot be read; absent where all of it can. The rest is there nevertheless. */
  readonly unreadable?: readonly UnreadablePart[];
}

/** A part of a thread that cannot be read: damaged, or written by a newer version. */
export interface UnreadablePart {
  /** Id of the checkpoint that holds it, where that is known. */
  readonly checkpoint?: string;
  /** The part that cannot be read and the reason, as a sentence. */
  readonly message: string;
}

/** One run on a thread: an input and all its attempts, the one under way included. */
export interface RunView {
  /** Id of the run; of its first checkpoint for what was recorded without `withRollback`; "" for a trajectory from a file. */
  readonly run: string;
  readonly status: ThreadStatus;
  /** Why it stands so, as a sentence. */
  readonly reason: string;
  /** The agent's task. */
  readonly task: string;
  /** The attempt that is returned, where no attempt passed and it is not the last one. */
  readonly returned?: number | undefined;
  /** Questions that it waits with; absent where it waits for no answer. */
  readonly waits?: WaitingView | undefined;
  /** Actions of people on it, oldest first; absent if there were none. */
  readonly actions?: readonly PersonsAction[] | undefined;
  readonly attempts: readonly AttemptView[];
}

/** One attempt with the steps of its whole branch. */
export interface AttemptView {
  /** 1-based. */
  readonly attempt: number;
  /** Id of the branch's newest checkpoint; absent for a trajectory from a file. */
  readonly head?: string | undefined;
  /** When it was decided, or a human was asked about it, ISO 8601, UTC; absent while it runs. */
  readonly at?: string | undefined;
  readonly outcome?: OutcomeView | undefined;
  /** Observations of it while it ran: the course of an alarm, and checks after nodes; absent where nothing watched it. */
  readonly watch?: WatchView | undefined;
  readonly decision?: AttemptRecord["decision"] | undefined;
  readonly reason?: string | undefined;
  /** How many of its first steps it took over from the attempt before it. */
  readonly kept: number;
  readonly steps: readonly StepView[];
  /** Why there are no steps, as a sentence: the checkpointer does not hold the attempt any more. */
  readonly missing?: string | undefined;
  readonly attribution?: Attribution | undefined;
  readonly rewind?: RewindRecord | undefined;
  /** Rollback that would have been made, where its run was only observed. */
  readonly planned?:
    | Pick<PlannedRewind, "step" | "kept" | "redone" | "policy" | "reason" | "promise" | "drawn">
    | undefined;
  /** The rollback that a human is asked about and has not answered yet. */
  readonly proposed?: ProposedRollback | undefined;
  /** Its model calls, as far as they were heard; only of an attempt that was told a note. */
  readonly calls?: AttemptRecord["calls"] | undefined;
  /** Amount that it has spent itself; absent for a success, and in records of older versions. */
  readonly spent?: AttemptRecord["spent"] | undefined;
  /** What was promised of its run's recovery; absent for a success, and in records of older versions. */
  readonly recovery?: AttemptRecord["recovery"] | undefined;
  /** That promise in words; absent where nothing was promised. */
  readonly recoveryPromise?: string | undefined;
  /** Reason for the end of the run after it. */
  readonly stopped?: Stopped | undefined;
  /** A human's answer about its rollback; absent if no human was asked. */
  readonly approval?: Approval | undefined;
  /** Its effects outside of the graph that its branch does not hold, and their outcome; absent where nothing is declared or known. */
  readonly effects?: readonly EffectRecord[] | undefined;
  /** Result of putting files back, of a run with a `workspace`. The source has the files that the attempt changed. */
  readonly files?: AttemptFilesView | undefined;
  /** The replanning note that this attempt was started with. */
  readonly note?: string | undefined;
  /** Why the run's own result was left as it was, if the rollback itself failed. */
  readonly problem?: RollbackProblem | undefined;
  /** Events in it that went otherwise than planned, without deciding it; absent if there were none. */
  readonly problems?: readonly RollbackProblem[] | undefined;
}

/** The outcome, as a record has it or a trajectory from a file. */
export type OutcomeView = AttemptOutcome & Pick<NonNullable<Trajectory["outcome"]>, "stoppedEarly">;

/** Observations of an attempt while it ran. */
export interface WatchView {
  /** Its scores, and the alarms of these. */
  readonly alarm?: AlarmView;
  /** By step. Reasons are untrusted. */
  readonly checks?: readonly CheckView[];
  /** Checks beside these, all of them passed unless there are very many. */
  readonly moreChecks?: number;
  /** Whether a failed check could stop it. */
  readonly checksStop?: boolean;
}

/** The course of an alarm over the steps of an attempt. */
export type AlarmView = NonNullable<NonNullable<AttemptRecord["watch"]>["alarm"]>;

/** A check after a step. */
export type CheckView = NonNullable<NonNullable<AttemptRecord["watch"]>["checks"]>[number];

/** Result of putting the files of a workspace back. */
export interface AttemptFilesView {
  /** Counts of files; absent where nothing was put back. */
  readonly restored?: { readonly written: number; readonly removed: number };
  /** Copies of what somebody else had changed, beside its place. */
  readonly copies?: SomePaths;
  /** Files that somebody else had changed when a human was asked about the rollback. */
  readonly changedByOthers?: SomePaths;
}

/** Some paths inside a workspace, and how many there are beside these. Agents choose names: untrusted. */
export interface SomePaths {
  readonly paths: readonly string[];
  readonly more: number;
}

/** The rollback that a human is asked to approve. */
export interface ProposedRollback extends NonNullable<AttemptView["planned"]> {
  /** Why a human is asked: why the attempt failed, and where to it would be rewound, as a sentence. */
  readonly question: string;
  /** The note that the next attempt would get. */
  readonly note?: string | undefined;
}

/** Outcome of a question about a rollback; "dropped" where it was not answered, or answered in vain. */
export type Approval = "approved" | "declined" | "waits" | "dropped";

/** Tokens of a step; `cacheRead` of those in came from a provider's cache, where its messages tell. */
export interface StepTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
}

/** A step as a row shows it; `StepDetail` holds the rest. */
export interface StepView {
  /** 0-based, in its attempt. */
  readonly index: number;
  readonly agent: string;
  readonly node?: string | undefined;
  readonly kind?: "user" | "model" | "tool" | "other" | undefined;
  /** The beginning of its output or action, one line. */
  readonly summary: string;
  /** Names of the tools that it called. */
  readonly tools: readonly string[];
  /** Name and message of the exception that escaped from it. */
  readonly error?: string | undefined;
  /** Start, ISO 8601, UTC, and duration in milliseconds, where they were recorded. */
  readonly startedAt?: string | undefined;
  readonly ms?: number | undefined;
  /** Pregel superstep: steps that share it in one namespace ran side by side. */
  readonly superstep?: number | undefined;
  /** Tokens that the messages it wrote report; absent where none does. */
  readonly tokens?: StepTokens | undefined;
  /** How many subgraphs it ran inside of. */
  readonly depth: number;
}
