import type { RunnableConfig } from "@langchain/core/runnables";

import { type AttemptStamp, type StampedAttempt, stampIn } from "../steps/attempt-stamp.ts";

/** @internal What a config tells the checkpointer, read once: the thread, the checkpoint in it, and the attempt that asks. */
export interface SaverCall {
  readonly threadId: string;
  /** Of the graph; "" is the outermost. */
  readonly namespace: string;
  /** `undefined` if the config names none: the newest is meant, or a thread's first checkpoint is stored. */
  readonly checkpointId: string | undefined;
  /** Absent outside of `withRollback`. */
  readonly attempt: AttemptStamp | undefined;
}

/** @internal */
export function saverCall(config: RunnableConfig): SaverCall {
  const configurable: Readonly<Record<string, unknown>> = config.configurable ?? {};
  const { checkpoint_id: id, checkpoint_ns: namespace } = configurable;
  return {
    threadId: String(configurable["thread_id"]),
    namespace: typeof namespace === "string" ? namespace : "",
    checkpointId: typeof id === "string" && id !== "" ? id : undefined,
    attempt: stampIn(config),
  };
}

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
