import { setTimeout as sleep } from "node:timers/promises";

import type { Job, JobResult } from "pg-boss";

import type { Chunks } from "../storage/chunks.ts";
import { queueOf, type RunJob } from "../storage/jobs.ts";
import type { Place } from "../storage/place.ts";
import type { Runs } from "../storage/runs.ts";
import type { ActiveRuns } from "./active-runs.ts";
import type { WorkedGraph } from "./graph-under-work.ts";
import type { WorkerOptions } from "./worker-options.ts";
import { tellOfRun } from "./tell-of-run.ts";
import { workOnRun, type Worked } from "./work-on-run.ts";

/** @internal A worker's process, as its parts see it. */
export interface Crew {
  readonly place: Place;
  readonly runs: Runs;
  readonly chunks: Chunks;
  readonly active: ActiveRuns;
  readonly name: string;
  readonly counts: { started: number; ended: number; paused: number; givenBack: number; busy: number };
  readonly stopping: AbortSignal;
  readonly options: WorkerOptions;
}

/** pg-boss's word for what becomes of a job. One that is out of retries holds back its thread until it is retried: that is how a run waits. */
const SETTLED = { over: "completed", waits: "deadletter", again: "failed" } as const;

/** @internal Takes a graph's jobs, so many at once. Each hand fetches for itself, and fetches again at once after a job. */
export async function takeJobs(crew: Crew, graph: string, worked: WorkedGraph, hands: number): Promise<void> {
  const { boss } = crew.place;
  const { tenantConcurrency } = crew.options;
  for (let hand = 0; hand < hands; hand += 1) {
    let own: string | undefined;
    own = await boss.work<RunJob, unknown, typeof TAKING>(
      queueOf(graph),
      { ...TAKING, ...(tenantConcurrency === undefined ? {} : { groupConcurrency: tenantConcurrency }) },
      async (jobs) => {
        const results = await Promise.all(
          jobs.map(async (job) => settled(job, await workOn(crew, worked, job))),
        );
        // A job is at most one fetch away: the next run of this thread, or any other that has waited for a hand.
        if (own !== undefined) boss.notifyWorker(own);
        return results;
      },
    );
  }
}

const TAKING = {
  batchSize: 1,
  perJobResults: true,
  // NOTIFY wakes for what is enqueued. Jobs that come back after a crash, and delayed ones, are found by looking.
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  heartbeatRefreshSeconds: 3,
} as const;

/** Words of `onRun` for how a worker leaves a run. */
const LEFT = { over: "ended", waits: "waits", again: "goes-on" } as const;

const settled = ({ id }: Job<RunJob>, worked: Worked): JobResult => ({ id, status: SETTLED[worked] });

async function workOn(crew: Crew, graph: WorkedGraph, job: Job<RunJob>): Promise<Worked> {
  const { active, chunks, counts, name, options, place, runs, stopping } = crew;
  const row = await runs.start(job.data.run, name);
  if (row === undefined) {
    const now = await runs.read(job.data.run);
    // A process has died between writing down that the run waits and settling its job.
    return now?.status === "waiting" ? "waits" : "over";
  }
  counts.started += 1;
  const run = active.add(row.id);
  const lost = (): void => active.stop(row.id, "overtaken");
  job.signal.addEventListener("abort", lost, { once: true });
  if (row.options.streamMode !== undefined) run.isWatched = (await chunks.watched([row.id])).has(row.id);
  const begun = performance.now();
  await tellOfRun(crew, row, "started", 0);
  try {
    const worked = await workOnRun(row, {
      graph,
      runs,
      chunks,
      signal: run.controller.signal,
      isWatched: () => run.isWatched,
      onError: (error) => place.onError(error instanceof Error ? error : new Error(String(error))),
      maxSetbacks: options.maxSetbacks ?? 20,
    });
    counts[worked === "over" ? "ended" : worked === "waits" ? "paused" : "givenBack"] += 1;
    await tellOfRun(crew, row, LEFT[worked], (performance.now() - begun) / 1000);
    if (worked === "again" && !run.controller.signal.aborted) await pause(row.setbacks, stopping);
    return worked;
  } finally {
    job.signal.removeEventListener("abort", lost);
    counts.busy += performance.now() - begun;
    active.remove(run);
  }
}

/** The machinery has failed: the longer it does, the longer the next try waits. */
async function pause(setbacks: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(30_000, 200 * 2 ** setbacks), undefined, { signal, ref: false }).catch(() => {
    // Stopped: another worker tries.
  });
}
