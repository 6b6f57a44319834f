import type { Db } from "pg-boss";

import type { QueuedRetryRequest } from "../storage/run-row.ts";

/** One run to put into the queue. */
export interface EnqueueOptions {
  /** The thread that the run is on. Runs of a thread come one after the other, in the order in which they were enqueued. */
  readonly threadId: string;
  /** Whose run it is: tenants have bounds of their own. Default: nobody's. */
  readonly tenant?: string;
  /** Runs of a higher priority start first, but never out of order within their thread. A whole number; default 0. */
  readonly priority?: number;
  /** Not before this. Runs of the thread that were enqueued later do not wait for it. */
  readonly startAfter?: Date;
  /** Seconds that a question of the run may stay unanswered; then the run ends as "expired". Default a week. */
  readonly answerWithinSeconds?: number;
  /** How often a run may kill its worker; then it ends as "crashed". Default 3. */
  readonly maxCrashes?: number;
  /** Stream modes whose chunks can be watched. They are stored only while somebody watches. Default: none. */
  readonly streamMode?: readonly string[];
  /** The caller's own transaction, as pg-boss takes it: the run is in the queue if and only if that commits. */
  readonly db?: Db;
}

/** A person's retry of the last run of a thread, to put into the queue. */
export interface RetryOptions
  extends
    QueuedRetryRequest,
    Pick<EnqueueOptions, "threadId" | "tenant" | "priority" | "answerWithinSeconds" | "maxCrashes"> {}
