import type { CompiledGraph } from "./compiled-graph.ts";
import type { Planting } from "./faulty-writes.ts";
import { rewind } from "./rewind.ts";
import type { ChannelWrite } from "./step-content.ts";
import { identifyTask, identityKey } from "./task-identity.ts";
import { checkpointConfig, checkpointTuple, saverOf } from "./thread.ts";

/** @internal Everything that each task wrote from a checkpoint, control channels too, by the task's identity. */
export async function taskWrites(
  graph: CompiledGraph,
  threadId: string,
  checkpointId: string,
): Promise<ReadonlyMap<string, readonly ChannelWrite[]>> {
  const tuple = await checkpointTuple(saverOf(graph), threadId, checkpointId);
  const superstep = (tuple.metadata?.step ?? -1) + 1;
  const byTask = new Map<string, ChannelWrite[]>();
  for (const [taskId, channel, value] of tuple.pendingWrites ?? []) {
    const identity = identityKey(identifyTask(tuple.checkpoint, superstep, "", taskId), taskId);
    byTask.set(identity, [...(byTask.get(identity) ?? []), [channel, value]]);
  }
  return byTask;
}

/**
 * @internal Makes a fork before a step in which the step's superstep has already run: the step with the given writes,
 * its siblings with their own. Going on from the thread's head then starts with the next superstep.
 */
export async function forkWithWrites(planting: Planting, writes: readonly ChannelWrite[]): Promise<void> {
  const { graph, threadId, step } = planting;
  const saver = saverOf(graph);
  const original = await taskWrites(graph, threadId, step.origin.before);
  const fork = await rewind(graph, threadId, { checkpoint: step.origin.before });
  const { checkpoint, metadata } = await checkpointTuple(saver, threadId, fork);
  const superstep = (metadata?.step ?? -1) + 1;
  const { tasks } = await graph.getState(checkpointConfig(threadId, fork));
  for (const { id } of tasks) {
    const identity = identityKey(identifyTask(checkpoint, superstep, "", id), id);
    const own = identity === step.identity ? writes : (original.get(identity) ?? []);
    await saver.putWrites(
      checkpointConfig(threadId, fork),
      own.map(([channel, value]) => [channel, value]),
      id,
    );
  }
}
