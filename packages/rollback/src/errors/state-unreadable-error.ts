import { describeError } from "./describe-error.ts";

/** The state that a run has left on its thread cannot be read. */
export class StateUnreadableError extends Error {
  override readonly name = "StateUnreadableError";
  readonly code = "STATE_UNREADABLE";
  readonly threadId: string;

  constructor(threadId: string, options: { readonly cause: unknown }) {
    super(
      `The newest state of thread "${threadId}" cannot be read: ${describeError(options.cause).message}\n` +
        "The run's result is as the graph gave it. It is verified, and rolled back only if its steps are known. If the checkpointer works, " +
        "the state holds a value that it cannot give back, such as a BigInt or a function: keep such values out of the state.",
      options,
    );
    this.threadId = threadId;
  }
}
