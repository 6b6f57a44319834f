import type { CalledPlace } from "../../effects/place-kept.ts";
import { entryNodesOf } from "../../langgraph/compiled-graph.ts";
import { namespaceOf } from "../../langgraph/task-identity.ts";
import { originInFork } from "../../langgraph/task-origin.ts";
import { checkpointTuple } from "../../langgraph/thread.ts";
import { patiently } from "../../recording/patiently.ts";
import { calledInFork } from "../../rewinding/seed-writes.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";

/** @internal The kept tasks whose callers run again, by their ids in the failed attempt. */
export async function calledInForkOf(
  { graph, saver }: RollbackContext,
  threadId: string,
  { rewind: { checkpoint, fork: id, keep = [] } }: RollBackRecord,
): Promise<ReadonlyMap<string, CalledPlace>> {
  const called = keep.filter(({ call }) => call !== undefined);
  if (called.length === 0) return new Map();
  const copied = await patiently(() => checkpointTuple(saver, threadId, checkpoint));
  const origin = originInFork(copied, id, "");
  const fork = { saver, threadId, origin, copied, entryNodes: entryNodesOf(graph) };
  return new Map(
    called.flatMap((task) => {
      const { taskId, caller } = calledInFork(fork, task) ?? {};
      if (taskId === undefined || caller === undefined) return [];
      return [[task.taskId, { caller, namespace: `${namespaceOf(caller, task.node)}:${taskId}` }]];
    }),
  );
}
