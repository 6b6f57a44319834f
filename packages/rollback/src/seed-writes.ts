import type { BaseCheckpointSaver, CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";

import { RecordingSaver } from "./recording-saver.ts";
import type { KeptTask } from "./rewind-point.ts";
import type { ChannelWrite } from "./step-content.ts";
import { writesByTask } from "./stored-superstep.ts";
import { calledTaskIdOf, identifyTask, namespaceOf, taskIdOf, type TaskOrigin } from "./task-identity.ts";
import { originOf } from "./task-origin.ts";
import { checkpointConfig } from "./thread.ts";

/** @internal A fork that is being made: where its tasks run, and the checkpoint that it is a copy of. */
export interface NewFork {
  readonly saver: BaseCheckpointSaver;
  readonly threadId: string;
  readonly origin: TaskOrigin;
  readonly copied: CheckpointTuple;
  readonly entryNodes: readonly string[];
}

/** @internal The id that a task of the copied checkpoint has in the fork; `undefined` if it is not known what it was. */
export function taskIdInFork({ origin, copied, entryNodes }: NewFork, taskId: string): string | undefined {
  const { superstep, namespace } = originOf(copied);
  const identity = identifyTask(copied.checkpoint, superstep, namespace, taskId, entryNodes);
  return identity === undefined ? undefined : taskIdOf(origin, identity);
}

/**
 * @internal Puts tasks' writes into a fork, as if they had run there: going on from the thread's head then does not run
 * them again.
 */
export async function keepTasks(fork: NewFork, tasks: readonly KeptTask[]): Promise<void> {
  const writes = writesByTask(fork.copied);
  for (const task of tasks) {
    const own = (writes.get(task.taskId) ?? []).filter(([channel]) => !isAboutPauses(channel));
    const taskId = task.call === undefined ? taskIdInFork(fork, task.taskId) : calledIn(fork, task);
    if (taskId !== undefined) await seed(fork, taskId, own);
  }
}

/** @internal Puts the writes of one task into a fork. */
export async function seed(
  { saver, threadId, origin }: Pick<NewFork, "saver" | "threadId" | "origin">,
  taskId: string,
  writes: readonly ChannelWrite[],
): Promise<void> {
  const config = checkpointConfig(threadId, origin.checkpointId, origin.namespace);
  const pending: PendingWrite[] = writes.map(([channel, value]) => [channel, value]);
  await saver.putWrites(config, pending, taskId);
}

/** The id that a called task has in the fork. A task that is not called by the fork's run has no name for anyone else. */
function calledIn(fork: NewFork, { node, call }: KeptTask): string | undefined {
  const caller = call === undefined ? undefined : taskIdInFork(fork, call.taskId);
  if (call === undefined || caller === undefined) return undefined;
  const namespace = `${namespaceOf(fork.origin.namespace, String(call.path[1]))}:${caller}`;
  const taskId = calledTaskIdOf(fork.origin, { node, position: call.position }, { ...call, namespace });
  if (fork.saver instanceof RecordingSaver)
    fork.saver.taskNames.add(taskId, {
      node,
      path: "call",
      position: call.position,
      calledBy: { taskId: caller, path: call.path },
    });
  return taskId;
}

const isAboutPauses = (channel: string): boolean => channel === "__interrupt__" || channel === "__resume__";
