/**
 * An effect was to begin in an attempt that has been decided already, or in a try of a node that runs again by now. It did not happen: nobody would
 * have undone it.
 */
export class AttemptOverError extends Error {
  override readonly name = "AttemptOverError";
  readonly code = "ATTEMPT_OVER";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;

  constructor(effect: string) {
    super(
      `"${effect}" was not called, because its attempt is over or its node runs again. A node that can outlive its run must check \`config.signal\`.`,
    );
    this.effect = effect;
  }
}
