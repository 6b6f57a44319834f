import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { Attempt } from "./attempt.ts";
import { once } from "./once.ts";
import { patiently } from "../recording/patiently.ts";
import { readAttempt } from "../reading/read-trajectory.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointTuple } from "../langgraph/thread.ts";

/**
 * @internal What was read of an attempt that has ended. Its verdict, its rollback and the events after it share this, so
 * that each checkpoint, which holds a whole state, is read once.
 *
 * Only what cannot change any more is taken from here: steps that have run, and the values of checkpoints. Where the
 * thread's head is now, the store is asked every time.
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

const known = new WeakMap<Attempt, { readonly head: string; readonly reads: AttemptReads }>();

/**
 * @internal The reads of an attempt; the same ones each time, for as long as the attempt is held on to.
 *
 * @param head its last checkpoint
 */
export function readsOf(context: RollbackContext, attempt: Attempt, head: string): AttemptReads {
  const before = known.get(attempt);
  if (before?.head === head) return before.reads;
  const { threadId } = attempt;
  const checkpoints = new Map<string, () => Promise<CheckpointTuple>>();
  const reads: AttemptReads = {
    trajectory: once(() => patiently(() => readAttempt(context, threadId, head))),
    checkpoint: (id, namespace = "") => {
      const key = `${namespace}\n${id}`;
      const read =
        checkpoints.get(key) ?? once(() => checkpointTuple(context.saver, threadId, id, namespace));
      checkpoints.set(key, read);
      return read();
    },
  };
  known.set(attempt, { head, reads });
  return reads;
}
