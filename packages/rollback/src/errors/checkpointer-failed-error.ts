import { describeError } from "./describe-error.ts";

/** An attempt after a rollback broke off because the checkpointer failed, and no rollback is left. */
export class CheckpointerFailedError extends Error {
  override readonly name = "CheckpointerFailedError";
  readonly code = "CHECKPOINTER_FAILED";
  /** The attempt whose output is the run's result, 1-based. */
  readonly stands: number;

  constructor(attempt: number, stands: number, options: { readonly cause: unknown }) {
    super(
      `The checkpointer failed in attempt ${attempt} (${describeError(options.cause).message}), and no rollback is left. ` +
        `The output of attempt ${stands} is the run's result, though it did not pass the verifier. ` +
        "The thread's newest state is the state of the attempt that broke off.",
      options,
    );
    this.stands = stands;
  }
}
