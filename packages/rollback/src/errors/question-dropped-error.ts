/** The question about a rollback was dropped, because the thread's state was updated before anybody answered it. */
export class QuestionDroppedError extends Error {
  override readonly name = "QuestionDroppedError";
  readonly code = "QUESTION_DROPPED";
  readonly threadId: string;
  /** The failed attempt that it was about, 1-based. */
  readonly attempt: number;

  constructor(threadId: string, attempt: number) {
    super(
      `The question about rolling back attempt ${attempt} on thread "${threadId}" was dropped, because the thread's state was updated ` +
        "before anybody answered it. Nothing was rolled back, and the thread continues from the updated state. " +
        "Call with new input, or with null; to have an attempt rolled back, answer its question before you update the state.",
    );
    this.threadId = threadId;
    this.attempt = attempt;
  }
}
