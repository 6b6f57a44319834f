import type { SaverCall } from "../steps/attempt-stamp.ts";

interface Guard {
  readonly refused: () => Error | undefined;
  isOver: boolean;
}

/** @internal Guards of threads: a run of this process that has lost its thread stores nothing on it any more. */
export class ThreadGuards {
  readonly #guards = new Map<string, Guard>();

  /**
   * Asks, before anything is stored on a thread, whether it may be. The latest guard of a thread counts.
   *
   * @param refused gives the error to throw; `undefined` where it may
   * @returns ends the run: the guard goes, or, if the thread is lost by then, stays for what the run's attempts still send
   */
  add(threadId: string, refused: () => Error | undefined): () => void {
    const guard: Guard = { refused, isOver: false };
    this.#guards.set(threadId, guard);
    return () => {
      guard.isOver = true;
      if (refused() === undefined && this.#guards.get(threadId) === guard) this.#guards.delete(threadId);
    };
  }

  /** Stores something at once: nothing else happens between the look and the sending. */
  async through<T>(
    { attempt, threadId }: Pick<SaverCall, "attempt" | "threadId">,
    store: () => Promise<T>,
  ): Promise<T> {
    // When the run is over, others than its attempts may write to the thread.
    if (this.#guards.get(threadId)?.isOver !== true || attempt !== undefined) this.check(threadId);
    return store();
  }

  /** @throws the error that the thread's guard gives, if the run of this process has lost the thread */
  check(threadId: string): void {
    const refusal = this.#guards.get(threadId)?.refused();
    if (refusal !== undefined) throw refusal;
  }
}
