import type { RunnableConfig } from "@langchain/core/runnables";
import {
  ERROR,
  INTERRUPT,
  RESUME,
  SCHEDULED,
  type BaseCheckpointSaver,
} from "@langchain/langgraph-checkpoint";

import { checkpointConfig } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/** Channels that a task may write to although it runs again. One that was aborted when its values were stored has written to others, too. */
const UNENDED: readonly string[] = [ERROR, INTERRUPT, RESUME, SCHEDULED];

/** Whether LangGraph takes a task as ended: its writes are stored, and it does not run again when its graph is resumed. */
async function hasEnded(
  { saver }: Pick<RollbackContext, "saver">,
  threadId: string,
  namespace: string,
): Promise<boolean> {
  const parts = namespace.split("|");
  const taskId = parts.pop()?.split(":").at(-1);
  return patiently(() => hasStored(saver, checkpointConfig(threadId, undefined, parts.join("|")), taskId));
}

/**
 * @internal Whether a task has ended, or one around it. Steps of a trajectory do not tell of tasks inside a subgraph before that has ended.
 *
 * @param namespace of the task
 */
export async function hasEndedAround(
  context: Pick<RollbackContext, "saver">,
  threadId: string,
  namespace: string,
): Promise<boolean> {
  const parts = namespace.split("|");
  for (let depth = parts.length; depth > 0; depth -= 1)
    if (await hasEnded(context, threadId, parts.slice(0, depth).join("|"))) return true;
  return false;
}

/** Whether a checkpoint of a graph, since it last ran from its start, holds what a task wrote when it ended. */
async function hasStored(
  saver: BaseCheckpointSaver,
  graph: RunnableConfig,
  taskId: string | undefined,
): Promise<boolean> {
  for await (const { pendingWrites = [], metadata } of listTolerantly(saver, graph)) {
    const channels = pendingWrites.flatMap(([id, channel]) => (id === taskId ? [channel] : []));
    if (channels.length > 0) return channels.some((channel) => !UNENDED.includes(channel));
    if (metadata?.source === "input") return false;
  }
  return false;
}
