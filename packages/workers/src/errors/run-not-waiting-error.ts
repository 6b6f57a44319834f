/** A run was answered that does not wait: it was answered before, has ended, or has not asked yet. */
export class RunNotWaitingError extends Error {
  override readonly name = "RunNotWaitingError";
  readonly code = "RUN_NOT_WAITING";
  readonly runId: string;
  /** Its status now. */
  readonly status: string;

  constructor(runId: string, status: string) {
    super(
      `Run ${runId} waits for no answer: it is "${status}". The answer was not taken. ` +
        "Somebody else may have answered first; `get` says how the run stands.",
    );
    this.runId = runId;
    this.status = status;
  }
}
