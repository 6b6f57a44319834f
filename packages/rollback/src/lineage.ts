import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { stateValues } from "./task-identity.ts";
import { checkpointIdOf, checkpointTuple } from "./thread.ts";

/**
 * @internal The checkpoints of one turn on one branch, oldest first: from the turn's input to the head.
 *
 * Walked by parent, never by list order, because the branches of a thread interleave in a list.
 *
 * @param head id of the newest checkpoint of the branch; the thread's newest when left out
 */
export async function lineageOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  head?: string,
): Promise<readonly CheckpointTuple[]> {
  const lineage = [await checkpointTuple(saver, threadId, head)];
  for (let tuple = lineage[0]; tuple !== undefined && tuple.metadata?.source !== "input";) {
    const parent = checkpointIdOf(tuple.parentConfig);
    if (parent === undefined) break;
    tuple = await checkpointTuple(saver, threadId, parent);
    lineage.push(tuple);
  }
  return lineage.toReversed();
}

/** @internal What a turn was called with; the state that it started from if its input was not kept. */
export function turnInput(lineage: readonly CheckpointTuple[]): unknown {
  const first = lineage[0]?.checkpoint;
  return first === undefined ? undefined : (first.channel_values["__start__"] ?? stateValues(first));
}
