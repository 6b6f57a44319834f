import type { RunnableConfig } from "@langchain/core/runnables";
import { ERROR, INTERRUPT, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { ActTask } from "../effects/act.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/** Channels of a task that has not ended, or that has thrown. */
const UNENDED: readonly string[] = [ERROR, INTERRUPT];

/**
 * @internal Whether a task inside a subgraph that has not ended, or one around it there, has ended itself: its writes are stored. The subgraph then
 * goes on without running it again. Steps of a trajectory do not tell of it before the whole subgraph has ended.
 */
export async function hasEndedInside(
  { saver }: Pick<RollbackContext, "saver">,
  threadId: string,
  { namespace }: ActTask,
): Promise<boolean> {
  const parts = namespace.split("|");
  for (let depth = parts.length - 1; depth > 0; depth -= 1) {
    const taskId = parts[depth]?.split(":").at(-1);
    const graph = checkpointConfig(threadId, undefined, parts.slice(0, depth).join("|"));
    if (await patiently(() => hasStored(saver, graph, taskId))) return true;
  }
  return false;
}

/** Whether a checkpoint of a graph holds what a task wrote when it ended. */
async function hasStored(
  saver: BaseCheckpointSaver,
  graph: RunnableConfig,
  taskId: string | undefined,
): Promise<boolean> {
  for await (const { pendingWrites = [] } of listTolerantly(saver, graph)) {
    const channels = pendingWrites.flatMap(([id, channel]) => (id === taskId ? [channel] : []));
    if (channels.length > 0) return !channels.some((channel) => UNENDED.includes(channel));
  }
  return false;
}
