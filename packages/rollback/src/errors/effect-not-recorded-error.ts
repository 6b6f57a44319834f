import { describeError } from "./describe-error.ts";

/**
 * The intent of an effect could not be stored, so the effect did not happen: nobody could have undone it after a crash. In a run that is only observed
 * it happened all the same.
 */
export class EffectNotRecordedError extends Error {
  override readonly name = "EffectNotRecordedError";
  readonly code = "EFFECT_NOT_RECORDED";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;

  constructor(effect: string, options: ErrorOptions, wasCalled = false) {
    super(
      `"${effect}" was ${wasCalled ? "called all the same, but" : "not called, because"} the checkpointer could not store that it is about to be: ${describeError(options.cause).message}`,
      options,
    );
    this.effect = effect;
  }
}
