/** A graph without a checkpointer was asked about its past. */
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
