import type { AttemptFiles, RetryCalls, RollbackProblem } from "../../history/attempt-record.ts";
import type { WatchRecord } from "../../history/watch-record.ts";
import type { PendingInterrupt } from "../../langgraph/pending-interrupt.ts";
import type { KeptInFork } from "../../steps/kept-in-fork.ts";
import type { RewindRequest } from "../../steps/rewind-request.ts";
import type { CallConfig } from "../../streams/call-config.ts";
import type { EarlyVerdict } from "../../watching/prefix-watch.ts";
import type { AttemptReads } from "./attempt-reads.ts";

/** @internal Start of an attempt. */
export type AttemptStart =
  /** From what the call brings: its input, its Command, or the checkpoint that it names. */
  | { readonly kind: "call" }
  | ForkStart
  /** Nowhere: it was decided in an earlier process, and its result is only read again. */
  | { readonly kind: "settled"; readonly checkpoint: string };

/** @internal A checkpoint that a rollback has made, or at which an earlier process has left the attempt. */
export interface ForkStart {
  readonly kind: "fork";
  readonly checkpoint: string;
  /** Whether it holds kept results, or a subgraph's checkpoint to continue from. */
  readonly isPartial: boolean;
  /** Whether the attempt waits there before anything runs, as at the breakpoint that held up the one before it there. */
  readonly waits: boolean;
  /** Whether nothing of the attempt has run yet, in no process. */
  readonly isNew?: boolean;
  /** The parts that are not to run again from there. */
  readonly kept?: KeptInFork | undefined;
}

/** @internal One execution of the graph, from the input or from a fork. */
export interface Attempt {
  readonly run: string;
  /** 1-based. */
  readonly number: number;
  readonly threadId: string;
  /** The turn's input, for the verifier; a Command if one has started the turn. */
  readonly input: unknown;
  /** Argument of the graph's call: the input, a Command, or null to resume from a checkpoint. */
  readonly call: unknown;
  readonly config: CallConfig;
  readonly start: AttemptStart;
  /** The attempt of another run that was given up, and the thread's head then, if this run continues from it and takes over its effects. */
  readonly continues?: { readonly run: string; readonly attempt: number; readonly head: string };
  readonly note?: string | undefined;
  /** Ids of the messages in the fork that carry the note. */
  readonly noteIds?: readonly string[] | undefined;
  /** Texts of those messages. */
  readonly noteTexts?: readonly string[] | undefined;
  /** The answer to its model's requests to go back, if one was refused: it continues after that. */
  readonly refusal?: string;
  /** Observations of it before it was to be stopped early, if nothing could be rewound then: it is not stopped again. */
  readonly letGoOn?: WatchRecord;
}

/** @internal Checkpoint that an attempt starts from, if it starts from one. */
export const startOf = ({ start }: Attempt): string | undefined =>
  start.kind === "call" ? undefined : start.checkpoint;

/** @internal An attempt that waits for a human, at an interrupt or a breakpoint. */
export interface PausedEnd {
  readonly kind: "paused";
  /** Id of the checkpoint that it waits at. */
  readonly head: string;
  readonly interrupts: readonly PendingInterrupt[];
  readonly output: unknown;
  /** Observations of it so far. */
  readonly watch?: WatchRecord;
}

/** @internal An attempt that came to an end of its own. `head` is its last checkpoint, "" if it cannot be known. */
export type FinalEnd = {
  readonly calls?: RetryCalls;
  readonly files?: AttemptFiles;
  /** The model's request to go back, if that ended the attempt. */
  readonly asked?: RewindRequest;
  /** Observations of it while it ran. */
  readonly watch?: WatchRecord;
  /** What ended it in place of its verifier. */
  readonly early?: EarlyVerdict;
} & (
  | { readonly kind: "returned"; readonly head: string; readonly output: unknown }
  /** An exception escaped; the output is what the state holds. */
  | { readonly kind: "threw"; readonly head: string; readonly output: unknown; readonly error: unknown }
  /** Only the caller knows what it gave, and nobody can verify that. */
  | { readonly kind: "unknown"; readonly head: string; readonly problem: RollbackProblem }
);

/** @internal How an execution stopped. */
export type AttemptEnd =
  | PausedEnd
  | FinalEnd
  /** With an exception over the call itself, not a failed run: nothing has run, or a `responseSchema` refused the answer. */
  | { readonly kind: "refused"; readonly error: unknown };

/** @internal How an execution stopped, and in what it was not as it was planned. */
export type ObservedEnd = AttemptEnd & { readonly problems?: readonly RollbackProblem[] };

/** @internal An attempt that can be verified, with what is read of it. */
export interface EndedAttempt {
  readonly kind: "ended";
  readonly attempt: Attempt;
  readonly end: FinalEnd;
  readonly reads: AttemptReads;
}

/** @internal Output for the caller of an attempt. */
export const outputIn = (end: PausedEnd | FinalEnd): unknown =>
  end.kind === "unknown" ? undefined : end.output;
