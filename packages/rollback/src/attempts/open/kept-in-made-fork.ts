import type { RewindRecord } from "../../history/attempt-record.ts";
import type { StampedAttempt } from "../../steps/attempt-stamp.ts";
import { entryNodesOf } from "../../langgraph/compiled-graph.ts";
import { newestOfAttempt } from "../../reading/newest-of-attempt.ts";
import type { InnerPoint } from "../../rewinding/rewind-point.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { keptTaskId, taskIdInFork, type NewFork } from "../../rewinding/seed-writes.ts";
import { isShared, namespaceOf } from "../../langgraph/task-identity.ts";
import { originInFork } from "../../langgraph/task-origin.ts";
import { checkpointTuple } from "../../langgraph/thread.ts";
import type { KeptInFork } from "../../steps/kept-in-fork.ts";

/**
 * @internal The parts that are not to run again in a fork that another process has made, as far as its record tells: the outermost
 * graph's tasks, and the outermost subgraph.
 */
export async function keptInMadeFork(
  { graph, saver }: Pick<RollbackContext, "graph" | "saver">,
  threadId: string,
  attempt: StampedAttempt,
  { checkpoint, fork: id, keep = [], into: [point] = [], memory = [] }: RewindRecord,
): Promise<KeptInFork> {
  const copied = await checkpointTuple(saver, threadId, checkpoint);
  const origin = originInFork(copied, id, "");
  const fork = { saver, threadId, origin, copied, entryNodes: entryNodesOf(graph) };
  const namespace = point === undefined ? undefined : namespaceInFork(fork, point);
  const graft =
    namespace === undefined ? undefined : await newestOfAttempt(saver, threadId, attempt, namespace);
  return {
    tasks: keep.flatMap((kept) => keptTaskId(fork, kept) ?? []),
    subgraphs: namespace === undefined || graft === undefined ? [] : [{ namespace, checkpoint: graft }],
    memory: memory.map(({ namespace: shared, copy }) => ({ namespace: shared, checkpoint: copy })),
  };
}

function namespaceInFork(fork: NewFork, { namespace, node, taskId }: InnerPoint): string | undefined {
  if (isShared(namespace)) return namespace;
  const task = taskIdInFork(fork, taskId);
  return task === undefined ? undefined : `${namespaceOf("", node)}:${task}`;
}
