import { subgraphAt, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { ForkedCheckpoint } from "./forked-checkpoint.ts";
import type { InnerPoint } from "./rewind-point.ts";
import { keepTasks, taskIdInFork, type NewFork } from "./seed-writes.ts";
import { graftStamp } from "../steps/stored-superstep.ts";
import { isShared, namespaceOf } from "../langgraph/task-identity.ts";
import { originInFork } from "../langgraph/task-origin.ts";
import { checkpointConfig, checkpointTuple } from "../langgraph/thread.ts";
import type { KeptInFork, SubgraphPoint } from "../steps/kept-in-fork.ts";

/**
 * @internal Copies the checkpoints from which subgraphs continue to where the fork's run will look for them. A subgraph's
 * namespace has the id of its task in it, which is another in the fork: without this it would start anew
 * (langgraph#8458).
 *
 * @param graft.points  outermost first
 * @param graft.updates for the innermost graph
 * @param graft.stamp   the attempt, for the new checkpoints' config
 * @returns where those subgraphs continue in the fork, and the kept tasks inside of them
 */
export async function graftInto(
  graph: CompiledGraph,
  fork: NewFork,
  graft: {
    readonly points: readonly InnerPoint[];
    readonly updates: Readonly<Record<string, unknown>>;
    readonly noteChannel: string | undefined;
    readonly stamp: Readonly<Record<string, unknown>>;
  },
): Promise<Pick<KeptInFork, "tasks" | "subgraphs">> {
  const { saver, threadId } = fork;
  const kept = { tasks: [] as string[], subgraphs: [] as SubgraphPoint[] };
  let [outer, around]: [CompiledGraph | undefined, NewFork] = [graph, fork];
  const parents: Record<string, string> = {};
  for (const [depth, { node, taskId, namespace: from, checkpoint, keep = [] }] of graft.points.entries()) {
    const inner: CompiledGraph | undefined = subgraphAt(outer, node);
    const newTask = taskIdInFork(around, taskId);
    if (inner === undefined || newTask === undefined)
      throw new TypeError(`Expected a subgraph at node "${node}" with task ${taskId}, found none.`);
    const isOwn = isShared(from);
    const namespace = isOwn ? from : `${namespaceOf(around.origin.namespace, node)}:${newTask}`;
    parents[around.origin.namespace] = around.origin.checkpointId;
    const copied = await checkpointTuple(saver, threadId, checkpoint, from);
    const id = newForkId();
    const next = { saver, threadId, copied, entryNodes: [], origin: originInFork(copied, id, namespace) };
    for (const each of await keepTasks(next, keep)) kept.tasks.push(each);
    kept.subgraphs.push({ namespace, checkpoint: id });
    const forked = await ForkedCheckpoint.of(inner, saver, copied, id);
    if (depth === graft.points.length - 1)
      forked.update(
        graft.updates,
        graft.noteChannel,
        keep.map((task) => task.taskId),
      );
    await forked.put(
      {
        ...checkpointConfig(threadId, isOwn ? checkpoint : undefined, namespace).configurable,
        ...graft.stamp,
      },
      { parents: { ...parents }, ...(isOwn ? {} : graftStamp({ namespace: from, checkpoint })) },
      { isNewNamespace: !isOwn },
    );
    [outer, around] = [inner, next];
  }
  return kept;
}
