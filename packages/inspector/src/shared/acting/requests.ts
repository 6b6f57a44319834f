/** Parts of every request to act on a thread. */
interface Asked {
  readonly thread: string;
  /** The thread as the person has seen it: `expected` of the view. */
  readonly expected: string;
  /** Name of the person. */
  readonly by: string;
  readonly why?: string | undefined;
}

/** An answer to the question about a rollback that waits. */
export interface AnswerBody extends Asked {
  readonly decision: "approve" | "decline";
  /** First step to undo, 0-based, in place of the proposed one. */
  readonly step?: number | undefined;
  /** Note in place of the planned one. */
  readonly note?: string | undefined;
  /** Treatment of held acts, where it is declined. */
  readonly held?: "release" | "discard" | undefined;
}

/** A retry from a step. */
export interface RetryBody extends Asked {
  /** 0-based. */
  readonly step: number;
  readonly note?: string | undefined;
  /** Whether effects that nothing undoes may stay. */
  readonly mayStand?: boolean | undefined;
}

/** A retry on a copy. */
export interface WhatIfBody extends Asked {
  /** 0-based. */
  readonly step: number;
  /** Note in place of the usual one; an empty one: none is told. */
  readonly note?: string | undefined;
  /** Values that are put into the state first, by channel. */
  readonly update?: Readonly<Record<string, unknown>> | undefined;
}

/** Decision about one effect. */
export interface EffectBody extends Asked {
  readonly effect: string;
  readonly action: "undo" | "release" | "discard";
}

/** A copy of the thread up to a step. */
export interface ForkBody extends Asked {
  /** First step that the copy does not have, 0-based. */
  readonly step: number;
  /** Id of the copy. */
  readonly to: string;
}

/** A run to stop, as the view names it. */
export interface StopBody extends Omit<Asked, "expected"> {
  readonly id: string;
}

/** A run of the queue to cancel. */
export interface CancelBody extends Omit<Asked, "expected"> {
  readonly run: string;
}

/** A thread to delete. */
export interface DeleteBody extends Asked {
  /** The thread's id once more, as the person has typed it. */
  readonly typed: string;
}

/** Actions on a thread, each with its request. The name is the last part of its route. */
export interface ActionBodies {
  readonly answer: AnswerBody;
  readonly retry: RetryBody;
  readonly "what-if": WhatIfBody;
  readonly effect: EffectBody;
  readonly fork: ForkBody;
  readonly stop: StopBody;
  readonly cancel: CancelBody;
  readonly delete: DeleteBody;
}
