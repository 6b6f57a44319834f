import { describeError } from "./describe-error.ts";

/** The score or the check of an attempt failed while it ran: from there on nothing stops the attempt. */
export class WatchFailedError extends Error {
  override readonly name = "WatchFailedError";
  readonly code = "WATCH_FAILED";
  readonly attempt: number;

  /** @param what the scorer, or the check of a node */
  constructor(attempt: number, what: string, options: { readonly cause: unknown }) {
    super(
      `Attempt ${attempt} is not watched to its end: ${what} failed: ${describeError(options.cause).message}. The attempt itself goes on.`,
      options,
    );
    this.attempt = attempt;
  }
}
