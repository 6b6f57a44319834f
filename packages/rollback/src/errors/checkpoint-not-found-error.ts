/** A checkpoint that should be in the checkpointer is not there. */
export class CheckpointNotFoundError extends Error {
  override readonly name = "CheckpointNotFoundError";
  readonly code = "CHECKPOINT_NOT_FOUND";
  readonly threadId: string;
  readonly checkpointId: string | undefined;

  constructor(threadId: string, checkpointId: string | undefined) {
    super(
      checkpointId === undefined
        ? `Thread "${threadId}" has no checkpoint. Run the graph on it first, or correct \`thread_id\`.`
        : `Thread "${threadId}" has no checkpoint "${checkpointId}". It may have been pruned, or belong to another thread.`,
    );
    this.threadId = threadId;
    this.checkpointId = checkpointId;
  }
}
