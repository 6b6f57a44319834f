/** Another run is in progress on the thread, and two at once would mix up their checkpoints. */
export class ThreadBusyError extends Error {
  override readonly name = "ThreadBusyError";
  readonly code = "THREAD_BUSY";
  readonly threadId: string;
  /** Holder of the thread: another run, or the very run inside which this call was made. */
  readonly holder: "another run" | "the calling run";

  constructor(threadId: string, holder: "another run" | "the calling run" = "another run") {
    super(
      holder === "another run"
        ? `Thread "${threadId}" is busy with another run. Call again when that has ended, ` +
            'or queue calls: give `lock` one made with `whenBusy: "wait"`.'
        : `Thread "${threadId}" is busy with the run that makes this call. ` +
            "Give the call inside it a `thread_id` of its own.",
    );
    this.threadId = threadId;
    this.holder = holder;
  }
}
