/** An act that is declared as held cannot be held where it is called. It was not carried out. */
export class HoldRefusedError extends Error {
  override readonly name = "HoldRefusedError";
  readonly code = "HOLD_REFUSED";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;

  /** @param why as a sentence, with what to do */
  constructor(effect: string, why: string) {
    super(`"${effect}" cannot be held, and was not carried out. ${why}`);
    this.effect = effect;
  }
}
