import {
  BaseCheckpointSaver,
  type CheckpointTuple,
  type DeltaChannelHistory,
} from "@langchain/langgraph-checkpoint";

import type { TaskNames } from "./task-names.ts";
import { inTaskOrder } from "./task-path.ts";

type HistoryArgs = Parameters<BaseCheckpointSaver["getDeltaChannelHistory"]>;

/** Whether a checkpointer is told the path of each task, and so can give writes back in LangGraph's order. */
function keepsTaskPaths(saver: BaseCheckpointSaver): boolean {
  // Beside the config, the writes and the task's id.
  return saver.putWrites.length > 3;
}

/** @internal A checkpoint as a checkpointer gives it, with its pending writes in LangGraph's order. */
export function ordered<T extends CheckpointTuple | undefined>(
  saver: BaseCheckpointSaver,
  tuple: T,
  names?: TaskNames,
): T | CheckpointTuple {
  return tuple === undefined || keepsTaskPaths(saver) ? tuple : inTaskOrder(tuple, names);
}

/**
 * @internal The history that DeltaChannels are put together from, in LangGraph's order. A checkpointer that does not know that order
 * is asked for its checkpoints one by one, as LangGraph's own default does.
 */
export async function deltaHistory(
  saver: BaseCheckpointSaver,
  args: HistoryArgs,
  names?: TaskNames,
): Promise<Record<string, DeltaChannelHistory>> {
  if (keepsTaskPaths(saver)) return saver.getDeltaChannelHistory(...args);
  const inOrder = {
    getTuple: async (...of: Parameters<BaseCheckpointSaver["getTuple"]>) =>
      ordered(saver, await saver.getTuple(...of), names),
  };
  return BaseCheckpointSaver.prototype.getDeltaChannelHistory.apply(
    Object.setPrototypeOf(inOrder, BaseCheckpointSaver.prototype),
    args,
  );
}
