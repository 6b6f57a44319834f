import type { ActTask } from "../langgraph/act-task.ts";

/** How an act ended. "unknown": it began, and nobody saw its end. "failed": it threw, and may have had its effect before. */
export type ActOutcome = "done" | "failed" | "unknown";

/** @internal An act that is about to take place, as its interceptor sees it. */
export interface ActStart {
  /** "act": made by `effect` inside a node. */
  readonly kind: "tool" | "node" | "act";
  /** Name of the tool, the node, or the act. */
  readonly name: string;
  /** Arguments of the call: parsed, where that is known. Untrusted. */
  readonly args: unknown;
  readonly task: ActTask;
  /** Whether its interceptor sees its raw result, and can give a stored one in its place. */
  readonly canReuse: boolean;
  /** The tool's own metadata; MCP's annotations are in it. Untrusted. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** How it is declared where it is made (`withEffect`, `effect`); what the options say of its name comes first. */
  readonly declared?: unknown;
  /** Of an act that a run inside of this one has held. It is held here, whatever the options say. */
  readonly passedOn?: PassedOn;
}

/** @internal An act that a run has held whose verdict is not the last. */
export interface PassedOn {
  readonly key: string;
  /** Given to the agent in place of its result. */
  readonly receipt: unknown;
  /** Carries it out, in the process that has held it. */
  readonly release: (signal: AbortSignal) => unknown;
}

/** @internal Why nothing can be held, as a sentence; or which acts can be carried out later without being told how. */
export type Holding =
  | { readonly whyNot: string }
  | { readonly isFound: (act: Pick<ActStart, "kind" | "name">) => boolean };

/**
 * @internal How an act ended. "unknown": its call was aborted, which says nothing about the act. "paused": it asked a human, and is called again with the
 * answer. Of one that failed, `wasCalled: false` says that it was kept from being called.
 */
export type ActEnd =
  | { readonly outcome: "done"; readonly result: unknown }
  | { readonly outcome: "failed"; readonly error: unknown; readonly wasCalled?: false }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "paused" };

/** @internal An act whose intent is stored. */
export interface Act {
  /** Its idempotency key: the same when it is called again after a pause, another when it is done anew. */
  readonly key: string;
  /** The result of an earlier act that stands for this one. The act itself must not take place then, nor `ended` be called. */
  readonly reused?: { readonly result: unknown };
  /** Notes down how it ended. Never throws: the act has happened, and its result is the user's. */
  ended(end: ActEnd): Promise<void>;
}

/** @internal The log in which the acts of one attempt are noted down. Interceptors find it by the attempt's stamp. */
export interface ActLog {
  /** A task of LangGraph starts, or starts again (retryPolicy, or after an answer). To be awaited before anything of it runs. */
  taskBegan(task: ActTask): Promise<void>;
  /** A task that another one has called was not run: its stored result was given. To be awaited before that is passed on. */
  taskAnswered(namespace: string): Promise<void>;
  /**
   * To be awaited before an act takes place.
   *
   * @returns `undefined` where nothing is to be noted down: the act is declared as read-only
   * @throws {EffectNotRecordedError} if its intent cannot be stored; it must not take place then
   * @throws {AttemptOverError} if its attempt has been decided already; it must not take place then
   */
  begin(start: ActStart): Promise<Act | undefined>;
  /** Whether acts can wait for its verdict. Absent where they take place at once, as in a run that is only observed. */
  readonly holding?: Holding | undefined;
  /** Of a replay. */
  readonly replay?: ReplayLog;
}

/** @internal The log of a replay, for what must not happen in one. */
export interface ReplayLog {
  /**
   * Ends the replay as inconclusive.
   * @throws {ReplayRefusedError} always
   */
  refuse(
    call: { readonly kind: "rollback"; readonly name: string; readonly args: undefined },
    why: string,
  ): never;
}
