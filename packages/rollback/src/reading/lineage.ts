import { START } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { graftOf } from "../steps/stored-superstep.ts";
import { stateValues } from "../langgraph/task-identity.ts";
import { checkpointIdOf, checkpointTuple, namespaceIn } from "../langgraph/thread.ts";

/**
 * @internal The checkpoints of one turn on one branch, newest first: from the head to the turn's input. For a subgraph: of
 * one of its runs. One at a time, as each holds a whole state.
 *
 * Walked by parent, never by list order, because the branches of a thread interleave in a list.
 *
 * @param head the newest checkpoint of the branch
 */
export async function* ancestryOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  head: CheckpointTuple,
): AsyncGenerator<CheckpointTuple, void> {
  yield head;
  for (let tuple = head; tuple.metadata?.source !== "input";) {
    const namespace = namespaceIn(tuple.config);
    const origin = graftOf(tuple.metadata) ?? { namespace, checkpoint: checkpointIdOf(tuple.parentConfig) };
    if (origin.checkpoint === undefined) break;
    tuple = await checkpointTuple(saver, threadId, origin.checkpoint, origin.namespace);
    yield tuple;
  }
}

/** @internal The same checkpoints all at once, oldest first. */
export async function lineageOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  head: CheckpointTuple,
): Promise<readonly CheckpointTuple[]> {
  const lineage: CheckpointTuple[] = [];
  for await (const tuple of ancestryOf(saver, threadId, head)) lineage.push(tuple);
  return lineage.toReversed();
}

/** @internal The oldest of these checkpoints, which alone is held. */
export async function turnStart(
  saver: BaseCheckpointSaver,
  threadId: string,
  head: CheckpointTuple,
): Promise<CheckpointTuple> {
  let oldest = head;
  for await (const tuple of ancestryOf(saver, threadId, head)) oldest = tuple;
  return oldest;
}

/** @internal Input of a turn; the state that it started from if its input was not kept. */
export function turnInput(lineage: readonly CheckpointTuple[]): unknown {
  const first = lineage[0]?.checkpoint;
  return first === undefined ? undefined : (first.channel_values[START] ?? stateValues(first));
}
