import type { ActOutcome } from "../act.ts";

/** Data for undoing an effect. */
export interface UndoCall<Args = unknown, Result = unknown> {
  /** Name of the tool, the node, or the act. */
  readonly name: string;
  /** Arguments of the call, as the checkpointer gave them back. */
  readonly args: Args;
  /** Result of the call; absent unless its outcome is "done" and the result could be stored. */
  readonly result?: Result;
  /** "unknown": it began, and nobody saw its end; look it up by `key`. */
  readonly outcome: ActOutcome;
  /** Whether this was tried before, and may have taken effect. */
  readonly again: boolean;
  /** The idempotency key that the effect was given. The same each time. */
  readonly key: string;
  /** Aborts when the time for undoing is over. */
  readonly signal: AbortSignal;
}

/** Data for the receipt of an act that is held. */
export interface HeldCall<Args = unknown> {
  /** Name of the tool, or of the act. */
  readonly name: string;
  readonly args: Args;
  /** The idempotency key that the act will be given. */
  readonly key: string;
}

/** Options of an act that is held until its run is accepted. */
export interface HoldOptions<Args = unknown> {
  /** The result that the agent gets in place of the act's own. Default: a sentence which says that the call is accepted and will be carried out. */
  receipt?(this: void, call: HeldCall<Args>): unknown;
  /** Carries the act out. Default: the graph's tool of this name. An act that a node makes by `effect` needs it. */
  release?(this: void, call: HeldCall<Args> & { readonly signal: AbortSignal }): unknown;
}

/** How an effect is undone and done again. */
export interface EffectHandling<Args = unknown, Result = unknown> {
  /**
   * Undoes it. Called at least once, after the verdict and before the next attempt; throws if it cannot. Without this the effect is
   * irreversible.
   */
  undo?(call: UndoCall<Args, Result>): unknown;
  /** By which the world knows the effect again. Default: a key of each act. */
  idempotencyKey?(call: { readonly args: Args }): string;
  /**
   * With `idempotencyKey`: what becomes of it when the next attempt does the same. "again" undoes it and does it anew; "reuse"
   * leaves it, and gives the next attempt the stored result. Default "again".
   */
  readonly redo?: "again" | "reuse";
  /** Holds it until the run is accepted, in place of undoing it. */
  readonly hold?: HoldOptions<Args>;
}

/** Facts about an effect: its handling, or that it is held, is irreversible, or only reads. */
export type EffectDeclaration<Args = unknown, Result = unknown> =
  | EffectHandling<Args, Result>
  | "hold"
  | "irreversible"
  | "read-only";

/** Effects of a graph's tools and nodes outside of its state, and how they are undone. */
export interface EffectOptions {
  /** By name of the tool, or of an act that `effect` makes. */
  readonly tools?: Readonly<Record<string, EffectDeclaration>>;
  /** By name of the node, for what a node does without a tool: its whole execution is one effect. */
  readonly nodes?: Readonly<Record<string, EffectDeclaration>>;
  /**
   * The class of tools that are not declared. "annotations" uses MCP's hints: a destructive tool is irreversible, one without hints is unknown.
   * "unknown" tools are reported, and stop nothing. Default "annotations".
   */
  readonly undeclared?: "annotations" | "irreversible" | "read-only" | "unknown";
  /**
   * MCP servers whose hints may also remove caution: their tools that say so count as read-only. A server is known by the prefix that
   * `@langchain/mcp-adapters` puts before its tools' names. Default: none.
   */
  readonly trustedServers?: readonly string[];
  /** Tools whose hints may also remove caution, by name. Default: none. */
  readonly trustedTools?: readonly string[];
  /**
   * When an irreversible effect lies in the part to be undone. "stop" goes back to just after it if the set allows that, else gives up; "ask" asks a
   * human; "allow" leaves it and rolls back. Default "stop".
   */
  readonly onIrreversible?: "stop" | "ask" | "allow";
  /**
   * What becomes of acts that are held when a run ends without being accepted. "discard": they never take place. "release": those of the attempt that is
   * returned do. "hold": they stay held. Where the verifier itself failed, they stay held whatever is said here. Default "discard".
   */
  readonly onUnaccepted?: "discard" | "release" | "hold";
  /**
   * Treatment of a run that is accepted, if an act that it has held cannot be carried out. "return": it gives its result; its record and a warning tell of the act.
   * "throw": its call throws `ReleaseFailedError`, which has the result. Default "return".
   */
  readonly onReleaseFailure?: "return" | "throw";
  /** Milliseconds that one call of `undo`, or the release of one act, may take. Default 30 000. */
  readonly undoTimeout?: number;
  /** How often `undo` is tried again, whatever it throws: after one second, then after two, and so on. Default 2. */
  readonly undoRetries?: number;
  /** Milliseconds to wait, before anything is undone, for effects that are still under way. Default 5 000. */
  readonly openTimeout?: number;
}
