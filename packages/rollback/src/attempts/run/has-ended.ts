import type { RunnableConfig } from "@langchain/core/runnables";
import {
  ERROR,
  INTERRUPT,
  RESUME,
  SCHEDULED,
  type BaseCheckpointSaver,
} from "@langchain/langgraph-checkpoint";

import { checkpointConfig } from "../../langgraph/thread.ts";
import { patiently } from "../../recording/patiently.ts";
import { listTolerantly } from "../../recording/tolerant-reads.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";

/** Channels that a task may write to although it runs again. One that was aborted when its values were stored has written to others, too. */
const UNENDED: readonly string[] = [ERROR, INTERRUPT, RESUME, SCHEDULED];

/**
 * @internal Tells of tasks whether they have ended, or one around them. Steps of a trajectory do not tell of tasks inside a subgraph before that has
 * ended. Each graph's checkpoints are read once.
 *
 * @returns takes the namespace of a task
 */
export function endedTasks(
  { saver }: Pick<RollbackContext, "saver">,
  threadId: string,
): (namespace: string) => Promise<boolean> {
  const byGraph = new Map<string, Promise<ReadonlySet<string>>>();
  const endedIn = (graph: string): Promise<ReadonlySet<string>> => {
    const ended =
      byGraph.get(graph) ?? patiently(() => storedIn(saver, checkpointConfig(threadId, undefined, graph)));
    byGraph.set(graph, ended);
    return ended;
  };
  return async (namespace) => {
    const parts = namespace.split("|");
    const tasks = parts.map((part) => part.slice(part.lastIndexOf(":") + 1));
    for (const depth of parts.keys()) {
      const ended = await endedIn(parts.slice(0, depth).join("|"));
      // A task that another one has called is stored with the graph that runs its caller.
      if (tasks.slice(depth).some((task) => ended.has(task))) return true;
    }
    return false;
  };
}

/** Ids of the tasks that LangGraph takes as ended in a graph since that last ran from its start: it does not run them again when the graph is resumed. */
async function storedIn(saver: BaseCheckpointSaver, graph: RunnableConfig): Promise<ReadonlySet<string>> {
  const tasks = new Map<string, boolean>();
  for await (const { pendingWrites = [], metadata } of listTolerantly(saver, graph)) {
    const found = new Map<string, boolean>();
    for (const [id, channel] of pendingWrites)
      found.set(id, found.get(id) === true || !UNENDED.includes(channel));
    for (const [id, hasEnded] of found) if (!tasks.has(id)) tasks.set(id, hasEnded);
    if (metadata?.source === "input") break;
  }
  return new Set([...tasks].flatMap(([id, hasEnded]) => (hasEnded ? [id] : [])));
}
