import type {
  QueueAction,
  QueueProblem,
  QueueStatus,
  RunError,
  RunRow,
  RunSummary,
} from "../storage/run-row.ts";
import { unpack } from "../values/packed.ts";

/** A run of the queue as it stands. */
export interface QueuedRunState {
  readonly runId: string;
  readonly graph: string;
  readonly threadId: string;
  /** "" where none was given. */
  readonly tenant: string;
  readonly status: QueueStatus;
  readonly queuedAt: Date;
  /** When it was first started. */
  readonly startedAt?: Date;
  readonly endedAt?: Date;
  /** How often a worker has started it: a resumed run counts again. */
  readonly starts: number;
  /** How often its worker stopped answering while it had the run. */
  readonly crashes: number;
  /** Worker that has it, or had it last. */
  readonly worker?: string;
  /** Value that `invoke` has returned; absent where it threw or the run has not ended. */
  readonly output?: unknown;
  /** The exception that it threw, or the reason why it ended without a result. */
  readonly error?: RunError;
  /** Attempts that were judged, and the reason of the last decision. */
  readonly summary?: RunSummary;
  /** Values of the questions that a waiting run asks; none at a breakpoint. */
  readonly questions?: readonly unknown[];
  /** When a waiting run expires. */
  readonly expiresAt?: Date;
  /** Events around it that did not decide it, oldest first; at most the latest 50. */
  readonly problems: readonly QueueProblem[];
  /** Actions of named people on it, oldest first. */
  readonly actions: readonly QueueAction[];
  /** Present if it is a person's retry of the thread's last run: the first step that runs again, 0-based. */
  readonly retryFrom?: number;
}

/** @internal */
export async function stateOf(row: RunRow): Promise<QueuedRunState> {
  const questions = row.questions === null ? undefined : await unpack(row.questions);
  return {
    runId: row.id,
    graph: row.graph,
    threadId: row.thread,
    tenant: row.tenant,
    status: row.status,
    queuedAt: row.queued_at,
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    starts: row.starts,
    crashes: row.crashes,
    ...(row.worker === null ? {} : { worker: row.worker }),
    ...(row.output === null ? {} : { output: await unpack(row.output) }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.summary === null ? {} : { summary: row.summary }),
    ...(Array.isArray(questions) ? { questions } : {}),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    problems: row.problems,
    actions: row.actions,
    ...(row.options.retry === undefined ? {} : { retryFrom: row.options.retry.step }),
  };
}
