import type { PlaceOptions } from "../storage/place.ts";
import type { QueueStatus, RunError } from "../storage/run-row.ts";
import type { WorkedGraph } from "./graph-under-work.ts";

/** Work of low priority, done where a worker has nothing else to do. */
export type Task = (data: unknown, context: { readonly signal: AbortSignal }) => Promise<void>;

/** News of a run that a worker has. */
export interface WorkedRun {
  /** "started": the worker has the run now. With the others it has it no more: the run has "ended", "waits" for a person, or "goes-on" in another worker. */
  readonly kind: "started" | "ended" | "waits" | "goes-on";
  readonly runId: string;
  readonly graph: string;
  readonly threadId: string;
  /** "" where none was given. */
  readonly tenant: string;
  /** How the run stands. */
  readonly status: QueueStatus;
  /** How often a worker has started it, whichever. */
  readonly starts: number;
  /** Seconds that this worker has worked on it since it started it. */
  readonly seconds: number;
  /** The exception that it threw, or the reason why it ended without a result. */
  readonly error?: RunError;
}

/** Graphs that a worker works on, and how much it does at once. */
export interface WorkerOptions extends PlaceOptions {
  /** Graphs by name, each as `withRollback` gives it, with a `lock` that all processes share, and a checkpointer that all processes reach. */
  readonly graphs: Readonly<Record<string, WorkedGraph>>;
  /** Runs of each graph at once. Default 4. */
  readonly concurrency?: number;
  /** Most runs of a tenant at once over all workers. With many fetches at the same moment it may be exceeded by a few. Default: no bound. */
  readonly tenantConcurrency?: number;
  /** Work of low priority by name, one at a time, begun only where a run could start, too. Default: none. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Says that all workers see the folders of the graphs' workspaces, and the stores of their snapshots. Without it, such graphs are refused. */
  readonly folders?: "shared";
  /** Name of this worker, in the records of runs. Default: host, process and a random part. */
  readonly name?: string;
  /** How often the checkpointer, the lock or a rollback's own writes may fail before a run ends as "failed" by that. Default 20, which takes about eight minutes. */
  readonly maxSetbacks?: number;
  /** Seconds for which ended runs are kept. Default 30 days. */
  readonly keepSeconds?: number;
  /** Seconds for which the chunks of watched runs are kept. Default 600. */
  readonly keepChunksSeconds?: number;
  /** Told when the worker starts a run and when it has done with it, such as for a log. Costs a short read for each run. Default: nobody. */
  readonly onRun?: (run: WorkedRun) => void;
}

/** Figures of a worker since it started. */
export interface WorkerMetrics {
  /** Runs that it has started, those that it took over among them. */
  readonly started: number;
  /** Runs that it has ended. */
  readonly ended: number;
  /** Runs that wait for a person now, or did. */
  readonly paused: number;
  /** Runs that it gave back, or that another worker has taken from it. */
  readonly givenBack: number;
  /** Milliseconds that it has worked on runs. */
  readonly busy: number;
}

/** How a worker is. */
export interface WorkerHealth {
  readonly name: string;
  /** "stopping" takes no new run. */
  readonly state: "working" | "stopping" | "stopped";
  /** Ids of the runs that it has. */
  readonly active: readonly string[];
  /** When the database last answered it. A worker whose database has gone is not well. */
  readonly heardAt: Date;
  readonly metrics: WorkerMetrics;
}

/** A process that works on the runs of a queue. */
export interface RollbackWorker {
  readonly name: string;
  health(): WorkerHealth;
  /**
   * Ends the work: no new run is taken, and those that it has may end within a time. Then they are aborted, and go on elsewhere.
   *
   * @param options.graceSeconds default 30
   */
  stop(options?: { readonly graceSeconds?: number }): Promise<void>;
}
