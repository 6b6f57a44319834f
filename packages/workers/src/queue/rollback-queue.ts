import type { Telemetry } from "langgraph-rollback/telemetry";
import type { Db, Instance } from "pg-boss";

import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import { QueueFullError } from "../errors/queue-full-error.ts";
import { RunNotWaitingError } from "../errors/run-not-waiting-error.ts";
import { RunUnknownError } from "../errors/run-unknown-error.ts";
import { Chunks } from "../storage/chunks.ts";
import { graphOf, makeQueue, sendJob, unblock } from "../storage/jobs.ts";
import { listenToRuns, type Listener } from "../storage/listen.ts";
import { openPlace, type Place, type PlaceOptions } from "../storage/place.ts";
import { hasEnded, type QueueStatus, type Signature } from "../storage/run-row.ts";
import { countRuns, type RunCount } from "../storage/run-counts.ts";
import { Runs } from "../storage/runs.ts";
import { inTransaction } from "../storage/transaction.ts";
import { pack } from "../values/packed.ts";
import type { NewRun } from "../storage/runs.ts";
import { checkName, checkSignature } from "./check-signature.ts";
import type { EnqueueOptions, RetryOptions } from "./enqueue-options.ts";
import { newRetry, newRun } from "./new-run.ts";
import { repeat, stopRepeating, type RepeatedRun } from "./repeat.ts";
import { stateOf, type QueuedRunState } from "./run-state.ts";
import { makeTasks, TASKS, type TaskJob } from "./tasks.ts";
import { watchRun, type RunEvent } from "./watch.ts";

/** Place of the queue, and how much it takes. */
export interface QueueOptions extends PlaceOptions {
  /** Most runs of a tenant that have not started; those without a tenant count together. Several processes that enqueue at once may exceed it by a few. Default 10,000. */
  readonly maxQueued?: number;
  /**
   * `telemetry()` of `langgraph-rollback/telemetry`: what workers do for a run is told of under the span in which it was enqueued, if they have `telemetry`, too. Default: none,
   * and no span is stored.
   */
  readonly telemetry?: Telemetry;
}

/** How many runs stand how, and who works. */
export interface QueueOverview {
  readonly runs: readonly RunCount[];
  /** Processes that have opened the queue, as pg-boss registers them. */
  readonly instances: readonly Instance[];
  /** Threads, by graph, that a waiting run holds back. */
  readonly blocked: readonly { readonly graph: string; readonly threads: readonly string[] }[];
}

/** A queue of runs in Postgres. Any process of Node may have it open; {@link rollbackWorker} does the work. */
export interface RollbackQueue {
  /**
   * Puts a run into the queue.
   *
   * @param graph the name under which workers have it
   * @param input for `invoke`: plain values, messages, maps and sets
   * @throws {QueueFullError} if the tenant has `maxQueued` runs that have not started
   * @throws {InvalidQueueOptionError} if the graph's name or an option cannot be used
   */
  enqueue(graph: string, input: unknown, options: EnqueueOptions): Promise<{ readonly runId: string }>;
  /** @throws {RunUnknownError} */
  get(runId: string): Promise<QueuedRunState>;
  /** Runs, the latest first. */
  list(which?: {
    readonly statuses?: readonly QueueStatus[];
    readonly threadId?: string;
    readonly limit?: number;
  }): Promise<readonly QueuedRunState[]>;
  /**
   * Tells how a run stands, each time that this changes, and the chunks that it streams, until it ends.
   * @throws {RunUnknownError}
   */
  watch(runId: string, options?: { readonly signal?: AbortSignal }): AsyncGenerator<RunEvent, void>;
  /**
   * Waits until a run has ended. A run that waits for a person has not.
   * @throws {RunUnknownError}
   */
  result(runId: string, options?: { readonly signal?: AbortSignal }): Promise<QueuedRunState>;
  /**
   * Answers the run that waits on a thread, or a run by its id. Its later runs follow it.
   *
   * @param signed the person who answers a question about a rollback, for the thread's history. If the thread has changed since they looked at it, the answer is not given, and the run waits again. Default: nobody is named
   * @throws {RunNotWaitingError} if it does not wait, as when somebody has answered already
   * @throws {RunUnknownError}
   */
  answer(
    which: { readonly threadId: string } | { readonly runId: string },
    value: unknown,
    signed?: Signature,
  ): Promise<{ readonly runId: string }>;
  /**
   * Puts a person's retry of a thread's last run into the queue: a worker goes back to the step and runs the graph again, as `retryFrom` does. It comes after the runs that the thread has in the queue,
   * and ends as "failed" if the thread has changed since the person looked at it.
   *
   * @throws {InvalidQueueOptionError} if an option cannot be used
   * @throws {QueueFullError}
   */
  retry(graph: string, request: RetryOptions): Promise<{ readonly runId: string }>;
  /**
   * Ends a run that has not started or waits, and stops one that runs: its worker aborts it. What it has done stays done. One that has ended stays as it is.
   *
   * @param by name of the person who cancels it. Default: nobody is named
   * @throws {RunUnknownError}
   */
  cancel(runId: string, reason?: string, by?: string): Promise<QueuedRunState>;
  /** Deletes what is kept of a thread's ended runs, with their results and chunks: for a thread that was deleted. Gives how many. Workers delete those of all threads after their `keepSeconds`. */
  forget(threadId: string): Promise<number>;
  /** Enqueues a run again and again, by a cron expression or an RFC 5545 recurrence rule. A name that is there is replaced. */
  repeat(name: string, repeated: RepeatedRun): Promise<void>;
  /** Ends a repetition. */
  stopRepeating(name: string): Promise<void>;
  /**
   * Enqueues work of low priority, for workers that have a task of this name. It is tried again up to five times.
   *
   * @param payload plain JSON
   */
  enqueueTask(task: string, payload?: unknown, options?: { readonly startAfter?: Date }): Promise<void>;
  overview(): Promise<QueueOverview>;
  close(): Promise<void>;
}

/**
 * Opens a queue of runs in a Postgres database. Its tables are made where they are missing.
 *
 * @example
 * const queue = await rollbackQueue({ connectionString: "postgres://localhost/agents" });
 * const { runId } = await queue.enqueue("support", { messages: "Where is my order?" }, { threadId: "t-1" });
 * const { status, output } = await queue.result(runId);
 *
 * @throws {InvalidQueueOptionError} if an option cannot be used
 */
export async function rollbackQueue(options: QueueOptions): Promise<RollbackQueue> {
  const { maxQueued = 10_000 } = options;
  if (!Number.isSafeInteger(maxQueued) || maxQueued < 1)
    throw new InvalidQueueOptionError("maxQueued", "a whole number above 0", maxQueued);
  const place = await openPlace(options, { supervise: false, schedule: false, instanceName: "client" });
  return queueAt(place, maxQueued, options.telemetry);
}

/** The active span; a queue takes runs whether that is told or not. */
function activeSpan(telemetry: Telemetry | undefined): string | undefined {
  try {
    return telemetry?.active();
  } catch {
    return undefined;
  }
}

function queueAt(place: Place, maxQueued: number, telemetry: Telemetry | undefined): RollbackQueue {
  const runs = new Runs(place);
  const chunks = new Chunks(place);
  let listening: Promise<Listener> | undefined;
  const listener = (): Promise<Listener> => (listening ??= listenToRuns(place));
  const known = async (runId: string): Promise<QueuedRunState> => {
    const row = isId(runId) ? await runs.read(runId) : undefined;
    if (row === undefined) throw new RunUnknownError(`run ${runId}`);
    return stateOf(row);
  };
  async function* watch(
    runId: string,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<RunEvent, void> {
    if (!isId(runId)) throw new RunUnknownError(`run ${runId}`);
    yield* watchRun({ runs, chunks, listener: await listener() }, runId, signal);
  }
  const putInto = async (run: NewRun, db?: Db): Promise<{ readonly runId: string }> => {
    await makeQueue(place, run.graph);
    const put = async (own: Db): Promise<void> => {
      if (await runs.hasQueued(run.tenant, maxQueued, own)) throw new QueueFullError(run.tenant, maxQueued);
      await runs.insert(run, own);
      await sendJob(place, run, own);
    };
    await (db === undefined ? inTransaction(place.db, put) : put(db));
    return { runId: run.id };
  };
  return {
    enqueue: async (graph, input, given) =>
      putInto(await newRun(graph, input, given, activeSpan(telemetry)), given.db),
    retry: async (graph, request) => putInto(await newRetry(graph, request, activeSpan(telemetry))),
    get: known,
    list: async ({ limit = 100, statuses, threadId } = {}) => {
      const which = {
        ...(statuses === undefined ? {} : { statuses }),
        ...(threadId === undefined ? {} : { thread: threadId }),
      };
      return Promise.all((await runs.list(which, limit)).map(stateOf));
    },
    watch,
    result: async (runId, given) => {
      for await (const event of watch(runId, given))
        if (event.type === "status" && hasEnded(event.status)) return event.run;
      return known(runId);
    },
    answer: async (which, value, signed) => {
      if (signed !== undefined) checkSignature(signed);
      const row =
        "runId" in which
          ? isId(which.runId)
            ? await runs.read(which.runId)
            : undefined
          : await runs.waitingOn(which.threadId);
      if (row === undefined)
        throw new RunUnknownError(
          "runId" in which ? `run ${which.runId}` : `run that waits on thread "${which.threadId}"`,
        );
      if (!(await runs.answer(row.id, await pack(value), signed))) {
        const now = await runs.read(row.id);
        throw new RunNotWaitingError(row.id, now?.status ?? row.status);
      }
      await unblock(place, { ...row, unblock: "retry" });
      return { runId: row.id };
    },
    cancel: async (runId, reason = "", by) => {
      if (by !== undefined) checkName(by);
      await known(runId);
      const row = await runs.cancel(runId, reason, by);
      if (row?.unblock === "delete") {
        await unblock(place, row);
        await runs.unblocked(row.id);
      }
      return known(runId);
    },
    forget: (threadId) => runs.forgetThread(threadId),
    repeat: (name, repeated) => repeat(place, name, repeated),
    stopRepeating: (name) => stopRepeating(place, name),
    enqueueTask: async (task, payload, { startAfter } = {}) => {
      await makeTasks(place);
      await place.boss.send(
        TASKS,
        { task, payload } satisfies TaskJob,
        startAfter === undefined ? {} : { startAfter },
      );
    },
    overview: async () => ({
      runs: await countRuns(place),
      instances: await place.boss.getInstances(),
      blocked: await blockedIn(place),
    }),
    close: async () => {
      await (await listening)?.close();
      await place.boss.stop({ graceful: false });
    },
  };
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (runId: string): boolean => ID.test(runId);

async function blockedIn({ boss }: Place): Promise<QueueOverview["blocked"]> {
  const queues = await boss.getQueues();
  const blocked = await Promise.all(
    queues.map(async ({ name, policy }) => ({
      graph: graphOf(name) ?? "",
      threads: policy === "key_strict_fifo" ? await boss.getBlockedKeys(name) : [],
    })),
  );
  return blocked.filter(({ graph, threads }) => graph !== "" && threads.length > 0);
}
