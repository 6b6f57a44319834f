/** A graph without a checkpointer has no history to read. */
export class NoCheckpointerError extends Error {
  override readonly name = "NoCheckpointerError";
  readonly code = "NO_CHECKPOINTER";
  constructor() {
    super(
      "The graph has no checkpointer, so nothing of its runs was recorded. " +
        "Compile it with one, or ask the graph that `withRollback` returned.",
    );
  }
}
