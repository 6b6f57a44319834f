import { quotable } from "../shared/words/quotable.ts";
import { printable } from "../shared/words/printable.ts";

/** A thread was named that the source does not have. */
export class ThreadNotFoundError extends Error {
  override readonly name = "ThreadNotFoundError";
  readonly code = "THREAD_NOT_FOUND";
  readonly threadId: string;

  /** @param source its name, for people */
  constructor(threadId: string, source: string) {
    super(
      `There is no thread "${printable(threadId)}" in ${quotable(source)}. Leave the thread out to take the latest ones.`,
    );
    this.threadId = threadId;
  }
}
