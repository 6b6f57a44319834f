/** A stream does not come from a graph with rollback, or was changed since. */
export class ForeignStreamError extends Error {
  override readonly name = "ForeignStreamError";
  readonly code = "FOREIGN_STREAM";
  constructor() {
    super(
      "Expected the very object that `stream` of a graph from `withRollback` resolved to, got another stream. " +
        "Pass it on before it is piped, teed or wrapped; events of `streamEvents` carry `metadata.rollback_attempt`.",
    );
  }
}
