/** Some of what is stored about a run's effects cannot be read: damaged, or of a newer version. Nothing is undone then. */
export class EffectsUnreadableError extends Error {
  override readonly name = "EffectsUnreadableError";
  readonly code = "EFFECTS_UNREADABLE";
  readonly threadId: string;
  /** How many entries. */
  readonly unreadable: number;

  constructor(threadId: string, unreadable: number) {
    super(
      `${unreadable} entries about effects of thread "${threadId}" cannot be read, so nobody can say what a rollback would have to undo. Update the packages, or undo by hand and start a new turn.`,
    );
    this.threadId = threadId;
    this.unreadable = unreadable;
  }
}
