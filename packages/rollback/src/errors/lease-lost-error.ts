/** Reason of a lease's `lost` signal: the thread may be another run's, or is. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  readonly code = "LEASE_LOST";
  readonly threadId: string;
  /** "taken": the database says that the lease is over. "unrenewed": its time has passed without a renewal that succeeded. */
  readonly why: "taken" | "unrenewed";

  /** @param options.cause of "unrenewed", the last error of a renewal, if there was one */
  constructor(threadId: string, why: "taken" | "unrenewed", options: { readonly cause?: unknown } = {}) {
    super(
      why === "taken"
        ? `The lease of thread "${threadId}" is over by the database's clock, and another run may have taken the thread. ` +
            "If processes are often paused for so long, raise `ttl`."
        : `The lease of thread "${threadId}" was not renewed in time: the process was paused, or the database did not answer. ` +
            "If that happens often, raise `ttl`, or give the lock a pool of its own.",
      options,
    );
    this.threadId = threadId;
    this.why = why;
  }
}
