/** A run cannot be written as a recording: a part of it is missing, or cannot be put into a file. */
export class RunNotRecordedError extends Error {
  override readonly name = "RunNotRecordedError";
  readonly code = "RUN_NOT_RECORDED";
  readonly threadId: string;

  /** @param why sentences with the remedy */
  constructor(threadId: string, why: string) {
    super(`The run on thread ${JSON.stringify(threadId)} cannot be played again from a file. ${why}`);
    this.threadId = threadId;
  }
}
