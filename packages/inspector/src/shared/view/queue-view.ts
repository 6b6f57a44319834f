/** A queue of runs, and who works on it. Plain JSON; all text is untrusted. */
export interface QueueView {
  /** Name of the queue, for people. */
  readonly name: string;
  /** When it was looked at, ISO 8601. */
  readonly at: string;
  /** Faults of it. */
  readonly problems: readonly QueueProblemView[];
  /** Runs by graph and status, those that have ended among them. */
  readonly counts: readonly { readonly graph: string; readonly status: string; readonly count: number }[];
  /** Runs that have not ended, the latest first: as many as `limit`, of all in `counts`. */
  readonly open: readonly QueuedRunView[];
  /** Of the latest runs that have ended, those that another worker went on with, or that were set back. */
  readonly retried: readonly QueuedRunView[];
  readonly workers: readonly QueueWorkerView[];
}

/** Something that is wrong with a queue, as `langgraph-rollback doctor` says it. */
export interface QueueProblemView {
  readonly level: "warning" | "fault";
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** A run of the queue. */
export interface QueuedRunView {
  readonly run: string;
  readonly graph: string;
  readonly thread: string;
  readonly tenant: string;
  readonly status: string;
  /** When it was enqueued, ISO 8601. */
  readonly queuedAt: string;
  /** How often a worker has started it, and how often it was lost with one. */
  readonly starts: number;
  readonly crashes: number;
  readonly worker?: string;
  /** The latest thing that went wrong around it. */
  readonly problem?: string;
}

/** A process that works on runs. */
export interface QueueWorkerView {
  readonly name: string;
  readonly state: "live" | "stopped" | "gone";
  readonly graphs: readonly string[];
  /** Runs that it takes at once. */
  readonly hands: number;
  /** Seconds since it was heard of. */
  readonly heardSeconds: number;
}
