/** The lock that excluded other runs from a thread is lost: other runs may have changed the thread. */
export class ThreadLockLostError extends Error {
  override readonly name = "ThreadLockLostError";
  readonly code = "THREAD_LOCK_LOST";
  readonly threadId: string;

  constructor(threadId: string, options: { readonly cause?: unknown } = {}) {
    super(
      `The lock on thread "${threadId}" was lost while its run was in progress, so it was not rolled back. ` +
        "Its `cause` says why, as with a closed connection; the run's own result was left as it is.",
      options,
    );
    this.threadId = threadId;
  }
}
