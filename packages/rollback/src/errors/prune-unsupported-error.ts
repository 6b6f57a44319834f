/** A checkpointer cannot delete what a rule asks for. */
export class PruneUnsupportedError extends Error {
  override readonly name = "PruneUnsupportedError";
  readonly code = "PRUNE_UNSUPPORTED";
  /** Name of the checkpointer's class. */
  readonly checkpointer: string;

  /** @param can the part of the rule that it can do, as a sentence */
  constructor(checkpointer: string, can: string) {
    super(
      `\`prune\` deletes single checkpoints of a SqliteSaver and a PostgresSaver only, got an instance of ${checkpointer}. ${can}`,
    );
    this.checkpointer = checkpointer;
  }
}
