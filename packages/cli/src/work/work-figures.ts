import type { QueueOverview, RollbackWorker, WorkedRun } from "@langgraph-rollback/workers";

import type { Metric } from "./metrics-text.ts";

/** Counts the runs that a worker has ended, by graph and by how they ended. */
export class EndedRuns {
  readonly #counts = new Map<string, { graph: string; status: string; count: number }>();

  readonly hear = ({ graph, kind, status }: WorkedRun): void => {
    if (kind !== "ended") return;
    const key = `${status} ${graph}`;
    const count = this.#counts.get(key) ?? { graph, status, count: 0 };
    count.count += 1;
    this.#counts.set(key, count);
  };

  get values(): Metric["values"] {
    return [...this.#counts.values()].map(({ count, graph, status }) => ({
      labels: { graph, status },
      value: count,
    }));
  }
}

/** Figures of a worker. */
export function workerFigures(
  { health }: Pick<RollbackWorker, "health">,
  ended: EndedRuns,
): readonly Metric[] {
  const { active, heardAt, metrics, state } = health();
  const one = (value: number): Metric["values"] => [{ value }];
  return [
    gauge(
      "worker_working",
      "1 while the worker takes runs, 0 once it stops.",
      one(state === "working" ? 1 : 0),
    ),
    gauge("worker_active_runs", "Runs that the worker has now.", one(active.length)),
    gauge(
      "worker_heard_timestamp_seconds",
      "When the database last answered the worker.",
      one(heardAt.getTime() / 1000),
    ),
    counter(
      "worker_runs_started_total",
      "Runs that the worker has started, those taken over among them.",
      one(metrics.started),
    ),
    counter("worker_runs_ended_total", "Runs that the worker has ended, by how.", ended.values),
    counter(
      "worker_runs_paused_total",
      "Runs that the worker left waiting for an answer.",
      one(metrics.paused),
    ),
    counter(
      "worker_runs_given_back_total",
      "Runs that the worker gave back, or that another one has taken from it.",
      one(metrics.givenBack),
    ),
    counter(
      "worker_busy_seconds_total",
      "Time that the worker has worked on runs, in sum.",
      one(metrics.busy / 1000),
    ),
  ];
}

/** Figures of the queue; without an overview, that it does not answer. */
export function queueFigures(overview: QueueOverview | undefined): readonly Metric[] {
  const up = gauge("queue_up", "1 if the queue's database answers.", [
    { value: overview === undefined ? 0 : 1 },
  ]);
  if (overview === undefined) return [up];
  const { blocked, instances, runs } = overview;
  return [
    up,
    gauge(
      "queue_runs",
      "Runs of the queue by graph and status; those that have ended as long as they are kept.",
      runs.map(({ count, graph, status }) => ({ labels: { graph, status }, value: count })),
    ),
    gauge(
      "queue_oldest_seconds",
      "Time since the status of the longest-standing run changed.",
      runs
        .filter(({ status }) => OPEN.has(status))
        .map(({ graph, oldest, status }) => ({ labels: { graph, status }, value: oldest })),
    ),
    gauge(
      "queue_held_threads",
      "Threads that a waiting run holds back.",
      blocked.map(({ graph, threads }) => ({ labels: { graph }, value: threads.length })),
    ),
    gauge("queue_workers", "Workers that are heard of.", [
      { value: instances.filter(({ live, supervise }) => live && supervise).length },
    ]),
  ];
}

const OPEN: ReadonlySet<string> = new Set(["queued", "running", "waiting"]);

const gauge = (name: string, help: string, values: Metric["values"]): Metric => ({
  name,
  kind: "gauge",
  help,
  values,
});
const counter = (name: string, help: string, values: Metric["values"]): Metric => ({
  name,
  kind: "counter",
  help,
  values,
});
