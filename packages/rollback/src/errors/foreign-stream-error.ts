/** Chunks of a stream were asked about that no graph with rollback gave, or not as it gave it. */
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
