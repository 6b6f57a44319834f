import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { ThreadLockLostError } from "../errors/thread-lock-lost-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { HeldLease } from "./take-thread.ts";
import { outlinesOf } from "../recording/graph-or-checkpointer.ts";
import { getTupleTolerantly } from "../recording/tolerant-reads.ts";

/**
 * @internal Lets a rollback through only while the thread's head is the one that was judged.
 *
 * No checkpointer compares and puts in one step, so another run can still get in between this look and the fork. A lock on the
 * thread keeps out those that ask it; without one they meet in the milliseconds that one `put` takes.
 *
 * @throws {ThreadMovedError | ThreadLockLostError}
 */
export async function fence(
  saver: BaseCheckpointSaver,
  threadId: string,
  judgedHead: string,
  lease: HeldLease,
): Promise<void> {
  const head = await getTupleTolerantly(outlinesOf({ saver }), checkpointConfig(threadId));
  const presentHead = head?.checkpoint.id;
  if (presentHead !== judgedHead) throw new ThreadMovedError(threadId, judgedHead, presentHead);
  // Read last, and anew: a lease that expires looks at its clock here, also where the process was stopped until now.
  if (lease.lost?.aborted === true) throw new ThreadLockLostError(threadId, { cause: lease.lost.reason });
}
