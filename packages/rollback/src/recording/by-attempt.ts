import type { RunnableConfig } from "@langchain/core/runnables";

import { threadIn } from "../langgraph/thread.ts";
import { stampIn, type StampedAttempt } from "../steps/attempt-stamp.ts";

/** @internal Values held for the attempts that this process runs, found by the config of their calls to the checkpointer. */
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

  of(config: RunnableConfig): T | undefined {
    const stamp = this.#held.size === 0 ? undefined : stampIn(config);
    if (stamp === undefined) return undefined;
    return this.#held.get(keyOf(threadIn(config), stamp));
  }
}

const keyOf = (threadId: string, { run, attempt }: StampedAttempt): string =>
  JSON.stringify([threadId, run, attempt]);
