/** A thread has moved on since an attempt on it was judged: the rollback would undo the work of others. */
export class ThreadMovedError extends Error {
  override readonly name = "ThreadMovedError";
  readonly code = "THREAD_MOVED";
  readonly threadId: string;
  /** Id of the checkpoint that was judged. */
  readonly judgedHead: string;
  /** Id of the thread's newest checkpoint; `undefined` if the thread is gone. */
  readonly presentHead: string | undefined;

  constructor(threadId: string, judgedHead: string, presentHead: string | undefined) {
    super(
      `Thread "${threadId}" has moved from checkpoint "${judgedHead}", which was judged, ` +
        `to ${presentHead === undefined ? "none: it was deleted" : `"${presentHead}"`}. ` +
        "Nothing was rolled back. Run one call at a time on a thread; give `lock` if several processes share it.",
    );
    this.threadId = threadId;
    this.judgedHead = judgedHead;
    this.presentHead = presentHead;
  }
}
