import { describeError } from "./describe-error.ts";

/** The scorer of `watch`, or a check after a node, failed while an attempt ran. The attempt goes on. After a scorer has failed no alarm stops it. */
export class WatchFailedError extends Error {
  override readonly name = "WatchFailedError";
  readonly code = "WATCH_FAILED";
  readonly attempt: number;

  /** @param what the scorer, or the check of a node */
  constructor(attempt: number, what: string, options: { readonly cause: unknown }) {
    super(
      `While attempt ${attempt} ran, ${what} failed: ${describeError(options.cause).message}. The attempt itself goes on.`,
      options,
    );
    this.attempt = attempt;
  }
}
