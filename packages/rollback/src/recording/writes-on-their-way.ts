import type { SaverCall } from "../steps/attempt-stamp.ts";

/**
 * @internal Writes of tasks that a checkpointer has not kept yet, by the checkpoint that the tasks ran from.
 *
 * LangGraph hands over a superstep's writes and the checkpoint after it side by side, with every durability. A process
 * that dies when only the checkpoint is kept would leave a step of which nobody can tell what it wrote, or that it ran.
 */
export class WritesOnTheirWay {
  readonly #writes = new Map<string, Set<Promise<void>>>();

  /** @param kept settles when the checkpointer has kept the writes, or has failed to */
  async add(call: SaverCall, kept: Promise<void>): Promise<void> {
    const key = keyOf(call);
    const writes = this.#writes.get(key) ?? new Set();
    this.#writes.set(key, writes.add(kept));
    try {
      await kept;
    } finally {
      writes.delete(kept);
      if (writes.size === 0) this.#writes.delete(key);
    }
  }

  /**
   * Resolves when nothing that was written from a checkpoint is on its way any more.
   * @throws what the checkpointer has thrown over one of the writes
   */
  async arrived(call: SaverCall): Promise<void> {
    const writes = this.#writes.get(keyOf(call));
    if (writes !== undefined) await Promise.all(writes);
  }
}

const keyOf = ({ checkpointId, namespace, threadId }: SaverCall): string =>
  JSON.stringify([threadId, namespace, checkpointId]);
