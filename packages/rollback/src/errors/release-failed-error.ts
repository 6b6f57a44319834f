import { describeError } from "./describe-error.ts";

/** An act that was held could not be carried out after its run was accepted. */
export class ReleaseFailedError extends Error {
  override readonly name = "ReleaseFailedError";
  readonly code = "RELEASE_FAILED";
  /** Name of the tool, or of the act. */
  readonly effect: string;
  /** Its idempotency key. */
  readonly key: string;
  /** Result of the run; absent where the call gives it. */
  readonly output?: unknown;

  constructor(effect: string, key: string, options: ErrorOptions & { readonly output?: unknown }) {
    super(
      `The run is accepted, but "${effect}" (key "${key}"), which was held, could not be carried out: ${describeError(options.cause).message.replace(/\.$/, "")}. Acts that were held behind it wait, too. Mend what stands in the way and call \`settleHeld\`, or carry it out by hand.`,
      options,
    );
    this.effect = effect;
    this.key = key;
    if ("output" in options) this.output = options.output;
  }
}
