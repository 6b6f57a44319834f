import { shownValue } from "./shown-value.ts";

/**
 * The `idempotencyKey` of an effect gave no text, or an empty one, so the effect did not happen: the world could not tell it from others. In a run that is only
 * observed it happened all the same.
 */
export class IdempotencyKeyError extends Error {
  override readonly name = "IdempotencyKeyError";
  readonly code = "IDEMPOTENCY_KEY";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;
  /** The value that `idempotencyKey` gave; `undefined` if it threw. */
  readonly key: unknown;

  constructor(effect: string, key: unknown, options?: ErrorOptions) {
    const what = options === undefined ? `gave ${shownValue(key)}` : "threw";
    super(
      `Expected \`idempotencyKey\` of "${effect}" to give a text that is not empty, but it ${what}. Give a text that tells the effect from all others, or leave \`idempotencyKey\` out.`,
      options,
    );
    this.effect = effect;
    this.key = key;
  }
}
