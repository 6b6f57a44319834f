/** A question names a thread, a run, an attempt, a step or a text that is not recorded. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";
  readonly code = "NOT_RECORDED";
  readonly what: "thread" | "run" | "attempt" | "step" | "text" | "figures";

  /**
   * @param fact   what is not there, as a sentence
   * @param remedy what to ask instead, as a sentence
   */
  constructor(what: NotRecordedError["what"], fact: string, remedy: string) {
    super(`${fact} ${remedy}`);
    this.what = what;
  }
}
