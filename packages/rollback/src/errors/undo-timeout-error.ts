/** An `undo` took too long. Nobody knows whether it took effect: it is called again with `again`. */
export class UndoTimeoutError extends Error {
  override readonly name = "UndoTimeoutError";
  readonly code = "UNDO_TIMEOUT";
  readonly effect: string;
  readonly milliseconds: number;

  constructor(effect: string, milliseconds: number) {
    super(
      `\`undo\` of "${effect}" took longer than ${milliseconds} ms. Look at its \`signal\`, or raise \`effects.undoTimeout\`.`,
    );
    this.effect = effect;
    this.milliseconds = milliseconds;
  }
}
