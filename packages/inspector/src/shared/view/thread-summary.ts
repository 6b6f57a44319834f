import type { RunStatus } from "langgraph-rollback";

import type { ReplayName } from "./replay-name.ts";

/**
 * How a thread's latest run stands; "not-judged" where no attempt has been judged (recorded without `withRollback`, or still
 * in its first attempt), "observed" where it failed and was only observed, "failed" for a trajectory from a file whose outcome says so.
 */
export type ThreadStatus = RunStatus | "not-judged" | "observed" | "failed";

/** One line of the list of threads. All text is untrusted. */
export interface ThreadSummary {
  readonly id: string;
  readonly status: ThreadStatus;
  /** Present if it is a replay from a file. */
  readonly replay?: ReplayName | undefined;
  /** The task of the latest run, shortened. */
  readonly task: string;
  /** Why the latest run's first failed attempt failed, shortened; absent where none did. Untrusted. */
  readonly reason?: string | undefined;
  /** Since when it waits for an answer, ISO 8601, UTC, and the question, shortened; absent where it asks nothing. */
  readonly waits?: { readonly since: string; readonly asks: string } | undefined;
  /** Runs on the thread that have been judged at least once. */
  readonly runs: number;
  /** Judged attempts of the latest run. */
  readonly attempts: number;
  /** Steps in the latest run's first prediction set, and in the attempt that it is about; absent without one. */
  readonly set?: { readonly size: number; readonly steps: number; readonly status: "bounded" | "unbounded" };
  /** Input and output tokens that the messages of the latest run report; absent where none does, or before it was looked at. */
  readonly tokens?: number | undefined;
  /** When the latest decision was taken, ISO 8601, UTC. */
  readonly updatedAt?: string | undefined;
}
