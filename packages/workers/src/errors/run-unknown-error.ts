/** The queue knows no run of this id, or none that waits on this thread. */
export class RunUnknownError extends Error {
  override readonly name = "RunUnknownError";
  readonly code = "RUN_UNKNOWN";

  constructor(what: string) {
    super(`The queue has no ${what}. Look whether it is of another database or schema, or was deleted.`);
  }
}
