/** Somebody else has stored checkpoints on a thread between a fork and the attempt that started from it. */
export class BranchOvertakenError extends Error {
  override readonly name = "BranchOvertakenError";
  readonly code = "BRANCH_OVERTAKEN";
  readonly threadId: string;
  /** Id of the checkpoint that the attempt started from. */
  readonly fork: string;
  /** Ids of the checkpoints of somebody else, newest first. */
  readonly overtaken: readonly string[];

  constructor(threadId: string, fork: string, overtaken: readonly string[]) {
    super(
      `Somebody else stored ${overtaken.map((id) => `"${id}"`).join(", ")} on thread "${threadId}" when the attempt from ` +
        `checkpoint "${fork}" began. The attempt took nothing from there, and its own checkpoints are newer now. ` +
        "Run one call at a time on a thread; give `lock` if several processes share it.",
    );
    this.threadId = threadId;
    this.fork = fork;
    this.overtaken = overtaken;
  }
}
