import type { StampedAttempt } from "../steps/attempt-stamp.ts";
import type { SaverCall } from "./saver-call.ts";

/** @internal Values held for the attempts that this process runs, found by their calls to the checkpointer. */
export class ByAttempt<T> {
  readonly #held = new Map<string, T>();

  /** @returns lets go of it again */
  hold(threadId: string, attempt: StampedAttempt, value: T): () => void {
    const key = keyOf(threadId, attempt);
    this.#held.set(key, value);
    return () => {
      if (this.#held.get(key) === value) this.#held.delete(key);
    };
  }

  of({ attempt, threadId }: Pick<SaverCall, "attempt" | "threadId">): T | undefined {
    if (this.#held.size === 0 || attempt === undefined) return undefined;
    return this.#held.get(keyOf(threadId, attempt));
  }
}

const keyOf = (threadId: string, { run, attempt }: StampedAttempt): string =>
  JSON.stringify([threadId, run, attempt]);
