/** A thread that one run has to itself, until it gives it back. */
export interface ThreadLease {
  /** Gives the thread back; a second time does nothing. */
  release(): Promise<void>;
  /**
   * Aborts when the lock is gone without having been given back, as with a lost connection. No rollback then. Read it anew each
   * time: a lock whose leases expire may look at its clock when it is read, where the signal's event comes late to a process that was stopped.
   */
  readonly lost?: AbortSignal;
  /**
   * Whether a run that has lost this lease stores no checkpoint any more, and throws `ThreadLockLostError` in place of that: another run may have the thread by then.
   * Default false: the run goes on to its end, and does not roll back.
   */
  readonly fences?: boolean;
  /**
   * Grows with each lease of the thread, over all processes. Of two runs on a thread, the one with the lower token was overtaken.
   * A store that keeps the highest token it has seen can refuse the writes of such a run; checkpointers do not. Only locks with leases have it.
   */
  readonly token?: bigint;
}

/**
 * Keeps runs on one thread apart. A run takes its thread before it reads anything of it, and gives it back when it
 * ends, pauses for a human, fails, is aborted or its reader stops.
 *
 * One lock belongs to one checkpointer: graphs that keep their checkpoints in the same place share it. `testThreadLock` of
 * `langgraph-rollback/testing` holds what a lock has to do.
 */
export interface ThreadLock {
  /**
   * @param signal ends the waiting
   * @returns once the thread is free, if this lock waits
   * @throws {ThreadBusyError} if another run has it and this lock does not wait
   * @throws the signal's reason, if it is aborted while waiting
   */
  acquire(threadId: string, signal?: AbortSignal): Promise<ThreadLease>;
}

/** Options for a run whose thread is busy. */
export interface ThreadLockOptions {
  /** "refuse" throws `ThreadBusyError` at once, "wait" queues. Default "refuse". */
  readonly whenBusy?: "refuse" | "wait";
}
