/** A database did not answer a thread lock in time. It may still carry out the statement; a lease that it grants then expires. */
export class LockUnansweredError extends Error {
  override readonly name = "LockUnansweredError";
  readonly code = "LOCK_UNANSWERED";
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(
      `The thread lock's database did not answer within ${milliseconds} ms, a third of \`ttl\`. ` +
        "See that it can be reached, that the lock's pool has a connection to spare, or raise `ttl`.",
    );
    this.milliseconds = milliseconds;
  }
}
