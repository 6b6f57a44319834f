/** A person has asked for something that cannot be done with a thread as it stands. Nothing was done. */
export class ActionRefusedError extends Error {
  override readonly name = "ActionRefusedError";
  readonly code = "ACTION_REFUSED";
  readonly threadId: string;

  /** @param why as a sentence */
  constructor(threadId: string, why: string) {
    super(`Nothing was done on thread "${threadId}". ${why}`);
    this.threadId = threadId;
  }
}
