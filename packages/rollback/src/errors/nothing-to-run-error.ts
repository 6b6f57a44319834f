/** From the checkpoint that a rollback goes back to, no node of the graph would run: the graph is not the one that made it. */
export class NothingToRunError extends Error {
  override readonly name = "NothingToRunError";
  readonly code = "NOTHING_TO_RUN";
  readonly threadId: string;
  /** Id of the checkpoint. */
  readonly checkpoint: string;

  constructor(threadId: string, checkpoint: string) {
    super(
      `No node of the graph would run from checkpoint "${checkpoint}" on thread "${threadId}", so there is no next attempt. ` +
        "Was a node renamed or removed since? Give the graph a node of the old name, or start a new turn.",
    );
    this.threadId = threadId;
    this.checkpoint = checkpoint;
  }
}
