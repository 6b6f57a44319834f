import type { RollbackProblem } from "../history/attempt-record.ts";
import type { PendingInterrupt } from "../langgraph/pending-interrupt.ts";
import type { KeptInFork } from "../steps/kept-in-fork.ts";
import type { CallConfig } from "../streams/call-config.ts";

/** @internal One execution of the graph, from the input or from a fork. */
export interface Attempt {
  readonly run: string;
  /** 1-based. */
  readonly number: number;
  readonly threadId: string;
  /** The turn's input, for the verifier; a Command if one has started the turn. */
  readonly input: unknown;
  /** What the graph is called with: the input, a Command, or null to go on from a checkpoint. */
  readonly call: unknown;
  readonly config: CallConfig;
  /** The fork that it starts from; absent in an attempt that starts from the input or goes on where it was. */
  readonly fork?: string;
  /** Whether the fork holds results that are kept, or a subgraph's checkpoint to go on from. */
  readonly isPartial?: boolean;
  /** Whether it waits at its fork before anything runs, as at the breakpoint that held up the attempt before it there. */
  readonly waits?: boolean;
  /** What is not to run again when it starts from the fork. */
  readonly kept?: KeptInFork;
  readonly note?: string;
  /** Ids of the messages in the fork that carry the note. */
  readonly noteIds?: readonly string[];
  /** Already decided in an earlier process: its result is only read again. */
  readonly settled?: boolean;
}

/** @internal How an execution stopped, and in what it was not as it was planned. */
export type AttemptEnd = { readonly problems?: readonly RollbackProblem[] } &
  /** For a human: an interrupt or a breakpoint. */
  (
    | {
        readonly status: "paused";
        /** Id of the checkpoint that it waits at. */
        readonly head: string;
        readonly interrupts: readonly PendingInterrupt[];
        readonly output: unknown;
      }
    /** With an output or an escaped exception; `head` is its last checkpoint, "" if it cannot be known. */
    | {
        readonly status: "ended";
        readonly head: string;
        readonly output: unknown;
        readonly error?: unknown;
        /** Why nobody but the caller knows the output. */
        readonly unknown?: RollbackProblem;
      }
    /** With an exception over the call itself, not a failed run: nothing has run, or a `responseSchema` refused the answer. */
    | { readonly status: "refused"; readonly error: unknown }
  );

/** @internal An attempt that came to an end of its own, and can be verified. */
export type EndedAttempt = Extract<AttemptEnd, { readonly status: "ended" }>;
