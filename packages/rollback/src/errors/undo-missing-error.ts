/** An effect is to be undone by a process that does not know how. */
export class UndoMissingError extends Error {
  override readonly name = "UndoMissingError";
  readonly code = "UNDO_MISSING";
  /** Name of the tool, the node, or the act. */
  readonly effect: string;

  constructor(effect: string) {
    super(
      `No \`undo\` is known for "${effect}". An effect that another process may have to undo is declared by its name in \`effects.tools\` or \`effects.nodes\`.`,
    );
    this.effect = effect;
  }
}
