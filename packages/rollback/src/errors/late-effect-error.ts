import { describeError } from "./describe-error.ts";

/** An act that was cut off took effect after it had been undone, or may have. It was undone again, unless there is a cause. */
export class LateEffectError extends Error {
  override readonly name = "LateEffectError";
  readonly code = "LATE_EFFECT";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;
  /** Its idempotency key. */
  readonly key: string;

  constructor({ name, key }: { readonly name: string; readonly key: string }, options: ErrorOptions) {
    const { cause } = options;
    const what = `"${name}" (key "${key}") ended after it had been undone`;
    super(
      cause === undefined
        ? `${what}, and was undone again. Raise \`effects.openTimeout\` if it often takes so long.`
        : `${what}, and could not be undone again: ${describeError(cause).message.replace(/\.$/, "")}. Undo it by hand.`,
      options,
    );
    this.effect = name;
    this.key = key;
  }
}
