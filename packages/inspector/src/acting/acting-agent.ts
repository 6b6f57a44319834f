import type { RollbackTarget } from "langgraph-rollback";
import type { WhatIfRules } from "langgraph-rollback/operator";

/** An agent that the page may act with. */
export interface ActingAgent {
  /** As `withRollback` gives it, with the checkpointer of the threads that are shown. */
  readonly graph: RollbackTarget;
  /** Name under which the page acts, unless a person types another one. */
  readonly by: string;
  /** `context` of each run. Default: none. */
  readonly context?: unknown;
  /** Rules by which calls are answered in what-ifs. Default: those of `whatIf`. */
  readonly rules?: WhatIfRules;
  /** Told of a thread that somebody has deleted: nothing else tells of it. Untrusted text. Default: nobody. */
  readonly onDeleted?: (deleted: {
    readonly thread: string;
    readonly by: string;
    readonly why?: string;
  }) => void;
}
