/** Tasks have ended before so many of their runs had failed as an experiment needs. Exit code 1. */
export class TooFewFailuresError extends RangeError {
  override readonly name = "TooFewFailuresError";
  readonly code = "TOO_FEW_FAILURES";

  constructor(wanted: number, got: number) {
    super(`Expected ${wanted} failures, got ${got}: there are no more tasks.`);
  }
}
