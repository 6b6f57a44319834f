import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { runsElsewhere } from "langgraph-rollback/queues";

import { FolderNotSharedError } from "../errors/folder-not-shared-error.ts";
import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import { LockMissingError } from "../errors/lock-missing-error.ts";
import { Chunks } from "../storage/chunks.ts";
import { makeQueue, unblock } from "../storage/jobs.ts";
import { listenToRequests } from "../storage/listen.ts";
import { openPlace } from "../storage/place.ts";
import { Runs } from "../storage/runs.ts";
import { ActiveRuns } from "./active-runs.ts";
import { isWorkedGraph } from "./graph-under-work.ts";
import { rounds } from "./rounds.ts";
import { takeJobs, type Crew } from "./take-jobs.ts";
import { takeRepeats } from "./take-repeats.ts";
import { takeTasks } from "./take-tasks.ts";
import type { RollbackWorker, WorkerMetrics, WorkerOptions } from "./worker-options.ts";

/**
 * Works on the runs of a queue, until it is stopped. A run whose worker dies goes on in another one, from its checkpoints.
 *
 * @example
 * const lock = leaseThreadLock(new Pool({ connectionString }));
 * const support = withRollback(graph, { verify, lock });
 * const worker = await rollbackWorker({ connectionString, graphs: { support }, concurrency: 8 });
 * process.once("SIGTERM", () => void worker.stop());
 *
 * @throws {LockMissingError} if a graph has no lock
 * @throws {FolderNotSharedError} if a graph has a workspace in a folder, and `folders` does not say that all workers see it
 * @throws {InvalidQueueOptionError} if an option cannot be used
 */
export async function rollbackWorker(options: WorkerOptions): Promise<RollbackWorker> {
  const { concurrency = 4, folders, keepSeconds = 30 * 24 * 60 * 60, keepChunksSeconds = 600 } = options;
  const name = options.name ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  checkGraphs(options.graphs, folders);
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    throw new InvalidQueueOptionError("concurrency", "a whole number above 0", concurrency);

  const place = await openPlace(options, {
    supervise: true,
    schedule: true,
    useListenNotify: true,
    instanceName: name,
  });
  const [runs, chunks, active] = [new Runs(place), new Chunks(place), new ActiveRuns()];
  const stopping = new AbortController();
  const counts = { started: 0, ended: 0, paused: 0, givenBack: 0, busy: 0 };
  let heardAt = new Date();
  const listener = await listenToRequests(place, {
    watch: (run) => active.watchOne(run),
    cancel: (run) => active.stop(run, "cancelled"),
  });

  const crew: Crew = { place, runs, chunks, active, name, counts, stopping: stopping.signal, options };
  for (const [graph, worked] of Object.entries(options.graphs)) {
    await makeQueue(place, graph);
    await takeJobs(crew, graph, worked, concurrency);
  }
  await takeRepeats(crew);
  await takeTasks(crew, concurrency);

  const told = { signal: stopping.signal, onError: place.onError };
  const followed = rounds(
    2,
    async () => {
      const { ids } = active;
      if (ids.length > 0) {
        const watched = await chunks.watched(ids);
        active.watch((id) => watched.has(id));
        for (const id of await runs.cancelledOf(ids)) active.stop(id, "cancelled");
      }
      await runs.expire();
      for (const blocked of await runs.toUnblock()) {
        await unblock(place, blocked);
        await runs.unblocked(blocked.id);
      }
      heardAt = new Date();
    },
    told,
  );
  const swept = rounds(
    60,
    async () => {
      await chunks.sweep(keepChunksSeconds);
      while ((await runs.forget(keepSeconds)) > 0 && !stopping.signal.aborted);
    },
    told,
  );

  let state: "working" | "stopping" | "stopped" = "working";
  let stopped: Promise<void> | undefined;
  const stop = async (graceSeconds: number): Promise<void> => {
    state = "stopping";
    stopping.abort();
    const taking = place.boss
      .getWipData()
      .map(({ name: queue, id }) => place.boss.offWork(queue, { id, wait: false }));
    await Promise.allSettled(taking);
    await untilEmpty(active, graceSeconds);
    active.stopAll("handed-over");
    await untilEmpty(active, HANDING_OVER);
    await Promise.allSettled([followed, swept]);
    await listener.close();
    await place.boss.stop({ graceful: true, timeout: 5000 });
    state = "stopped";
  };
  return {
    name,
    health: () => ({
      name,
      state,
      active: active.ids,
      heardAt,
      metrics: { ...counts } satisfies WorkerMetrics,
    }),
    stop: ({ graceSeconds = 30 } = {}) => (stopped ??= stop(graceSeconds)),
  };
}

/** Seconds in which an aborted run is to come to rest. */
const HANDING_OVER = 10;

async function untilEmpty(active: ActiveRuns, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (active.size > 0 && performance.now() < end) await sleep(20);
}

function checkGraphs(graphs: WorkerOptions["graphs"], folders: WorkerOptions["folders"]): void {
  const named = Object.entries(graphs);
  if (named.length === 0)
    throw new InvalidQueueOptionError("graphs", "an object with at least one graph", graphs);
  for (const [name, graph] of named) {
    if (!isWorkedGraph(graph))
      throw new InvalidQueueOptionError(`graphs.${name}`, "a graph as `withRollback` gives it", graph);
    const { hasFolder, hasLock } = runsElsewhere(graph);
    if (!hasLock) throw new LockMissingError(name);
    if (hasFolder && folders !== "shared") throw new FolderNotSharedError(name);
  }
}
