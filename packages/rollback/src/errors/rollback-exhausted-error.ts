/** Every allowed attempt failed, and `onFailure: "error"` asked for an error instead of the last output. */
export class RollbackExhaustedError extends Error {
  override readonly name = "RollbackExhaustedError";
  readonly code = "ROLLBACK_EXHAUSTED";
  readonly threadId: string;
  readonly attempts: number;
  readonly reason: string;
  /** Output of the last attempt, as the graph returned it. */
  readonly output: unknown;

  constructor(
    threadId: string,
    attempts: number,
    reason: string,
    output: unknown,
    remedy = "`readHistory` shows what was tried; raise `maxRollbacks` to try more.",
  ) {
    super(
      `${attempts === 1 ? "The only attempt" : `All ${attempts} attempts`} on thread "${threadId}" failed: ${reason} ${remedy}`,
    );
    this.threadId = threadId;
    this.attempts = attempts;
    this.reason = reason;
    this.output = output;
  }
}
