import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { checkpointTuple } from "../../langgraph/thread.ts";
import { readAttempt } from "../../reading/read-trajectory.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../../steps/recorded-trajectory.ts";

/**
 * @internal Steps and checkpoints of an attempt that has ended. Its verdict, its rollback and the events after it share these reads, so
 * that each checkpoint, which holds a whole state, is read once.
 *
 * Only what cannot change any more is remembered: steps that have run, and the values of checkpoints. The thread's head is read from the checkpointer
 * every time.
 */
export interface AttemptReads {
  /** The steps of the attempt, on its own branch. */
  readonly trajectory: () => Promise<RecordedTrajectory>;
  /**
   * A checkpoint of the thread.
   * @throws {CheckpointNotFoundError}
   */
  readonly checkpoint: (id: string, namespace?: string) => Promise<CheckpointTuple>;
}

/**
 * @internal Reads of an attempt that remember what they have read.
 *
 * @param head its last checkpoint
 */
export function readsOf(context: RollbackContext, threadId: string, head: string): AttemptReads {
  const checkpoints = new Map<string, () => Promise<CheckpointTuple>>();
  return {
    trajectory: once(() => patiently(() => readAttempt(context, threadId, head))),
    checkpoint: (id, namespace = "") => {
      const key = `${namespace}\n${id}`;
      const read =
        checkpoints.get(key) ?? once(() => checkpointTuple(context.saver, threadId, id, namespace));
      checkpoints.set(key, read);
      return read();
    },
  };
}

/** @internal Does something at the first call, and returns the same result from then on. A failure is tried again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return async () => {
    const own = (result ??= work());
    try {
      return await own;
    } catch (error) {
      if (result === own) result = undefined;
      throw error;
    }
  };
}
