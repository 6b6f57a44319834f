/** A graph that has rollback already was to be given it once more. */
export class AlreadyWrappedError extends Error {
  override readonly name = "AlreadyWrappedError";
  readonly code = "ALREADY_WRAPPED";

  constructor() {
    super(
      "The graph runs with rollback already, and would be rolled back by two loops at once. " +
        "Wrap the graph itself, once; `withConfig` of a wrapped graph keeps its rollback.",
    );
  }
}
