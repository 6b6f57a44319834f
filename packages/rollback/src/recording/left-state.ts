import type { Checkpoint, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { SaverCall } from "../steps/attempt-stamp.ts";
import { checkpointConfig } from "../langgraph/thread.ts";

/**
 * @internal The newest checkpoint that an attempt has stored of the outermost graph. It tells where the attempt has come to, without a
 * whole state to read.
 */
export class LeftState {
  #newest: CheckpointTuple | undefined;
  /** Checkpoints that tasks have written from. */
  readonly #written = new Set<string | undefined>();

  /** `undefined` if there is none, or if a task has written from it: an error, a question, a part of the next superstep. */
  get checkpoint(): CheckpointTuple | undefined {
    return this.#written.has(this.#newest?.checkpoint.id) ? undefined : this.#newest;
  }

  stored(call: SaverCall, checkpoint: Checkpoint, metadata: CheckpointMetadata): void {
    const { id } = checkpoint;
    if (call.namespace !== "" || id < (this.#newest?.checkpoint.id ?? "")) return;
    this.#newest = { config: checkpointConfig(call.threadId, id), checkpoint, metadata };
  }

  written(call: SaverCall): void {
    if (call.namespace === "") this.#written.add(call.checkpointId);
  }
}
