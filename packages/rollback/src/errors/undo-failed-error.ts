import { describeError } from "./describe-error.ts";

/** An effect could not be undone, so the run was not rolled back. */
export class UndoFailedError extends Error {
  override readonly name = "UndoFailedError";
  readonly code = "UNDO_FAILED";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;
  /** Its idempotency key. */
  readonly key: string;

  constructor(effect: string, key: string, options: ErrorOptions) {
    super(
      `"${effect}" (key "${key}") could not be undone: ${describeError(options.cause).message.replace(/\.$/, "")}. Mend what stands in the way and call \`resumeRollback\`, or undo it by hand.`,
      options,
    );
    this.effect = effect;
    this.key = key;
  }
}
