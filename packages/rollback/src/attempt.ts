import type { RunConfig } from "./compiled-graph.ts";

/** @internal One execution of the graph, from the input or from a fork. */
export interface Attempt {
  readonly run: string;
  /** 1-based. */
  readonly number: number;
  readonly threadId: string;
  /** The turn's input, for the verifier. */
  readonly input: unknown;
  /** What the graph is called with: the input, a Command, or null to go on from a checkpoint. */
  readonly call: unknown;
  readonly config: RunConfig;
  /** The fork that it starts from; absent in an attempt that starts from the input or goes on where it was. */
  readonly fork?: string;
  /** Whether the fork holds results that are kept, or a subgraph's checkpoint to go on from. */
  readonly isPartial?: boolean;
  readonly note?: string;
  /** Already decided in an earlier process: its result is only read again. */
  readonly settled?: boolean;
}

/** @internal A question that a node has asked. */
export interface PendingInterrupt {
  /** Id of the task that asked; it may have been answered while its siblings still wait. */
  readonly task: string;
  readonly id?: string;
  readonly value?: unknown;
}

/** @internal How an execution stopped. */
export type AttemptEnd =
  /** For a human: an interrupt or a breakpoint. */
  | { readonly status: "paused"; readonly interrupts: readonly PendingInterrupt[]; readonly output: unknown }
  /** With an output or an escaped exception; `head` is its last checkpoint. */
  | { readonly status: "ended"; readonly head: string; readonly output: unknown; readonly error?: unknown }
  /** With an exception before anything was recorded: a wrong call, not a failed run. */
  | { readonly status: "refused"; readonly error: unknown };

/** @internal An attempt that came to an end of its own, and can be verified. */
export type EndedAttempt = Extract<AttemptEnd, { readonly status: "ended" }>;
