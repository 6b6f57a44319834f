import {
  INTERRUPT,
  RESUME,
  type BaseCheckpointSaver,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";

import { keptWrites } from "../steps/error-handlers.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import type { KeptTask } from "./rewind-point.ts";
import type { ChannelWrite } from "../steps/step-content.ts";
import { writesByTask } from "../steps/stored-superstep.ts";
import {
  calledTaskIdOf,
  identifyTask,
  namespaceOf,
  taskIdOf,
  type TaskIdentity,
  type TaskOrigin,
} from "../langgraph/task-identity.ts";
import { originOf } from "../langgraph/task-origin.ts";
import { taskPathOf } from "../recording/task-path.ts";
import { checkpointConfig } from "../langgraph/thread.ts";

/** @internal A fork that is being made: where its tasks run, and the checkpoint that it is a copy of. */
export interface NewFork {
  readonly saver: BaseCheckpointSaver;
  readonly threadId: string;
  readonly origin: TaskOrigin;
  readonly copied: CheckpointTuple;
  readonly entryNodes: readonly string[];
}

/** @internal The id that a task of the copied checkpoint has in the fork; `undefined` if it is not known what it was. */
export function taskIdInFork(fork: NewFork, taskId: string): string | undefined {
  const identity = identityIn(fork, taskId);
  return identity === undefined ? undefined : taskIdOf(fork.origin, identity);
}

/** Identity of a task of the copied checkpoint. */
const identityIn = ({ copied, entryNodes }: NewFork, taskId: string): TaskIdentity | undefined =>
  identifyTask(copied.checkpoint, originOf(copied), taskId, entryNodes);

/**
 * @internal Puts tasks' writes into a fork, as if they had run there: resuming from the thread's head then does not run them again.
 *
 * @returns the ids that the tasks have in the fork
 */
export async function keepTasks(fork: NewFork, tasks: readonly KeptTask[]): Promise<readonly string[]> {
  const writes = writesByTask(fork.copied);
  const kept: string[] = [];
  for (const task of tasks) {
    const own = keptWrites(originOf(fork.copied), writes, task.taskId);
    const taskId = keptTaskId(fork, task);
    if (taskId === undefined) continue;
    const seeds = own.filter(([channel]) => !isAboutPauses(channel));
    await seed(fork, taskId, seeds, pathInFork(fork, task));
    kept.push(taskId);
  }
  return kept;
}

/** @internal The id that a kept task has in the fork. */
export function keptTaskId(fork: NewFork, task: KeptTask): string | undefined {
  return task.call === undefined ? taskIdInFork(fork, task.taskId) : calledIn(fork, task);
}

/** @internal Puts the writes of one task into a fork. */
export async function seed(
  { saver, threadId, origin }: Pick<NewFork, "saver" | "threadId" | "origin">,
  taskId: string,
  writes: readonly ChannelWrite[],
  taskPath = "",
): Promise<void> {
  const config = checkpointConfig(threadId, origin.checkpointId, origin.namespace);
  const pending: PendingWrite[] = writes.map(([channel, value]) => [channel, value]);
  await saver.putWrites(config, pending, taskId, taskPath);
}

/** LangGraph's path of a kept task: it does not name the checkpoint, so it is the same in the fork. */
function pathInFork(fork: NewFork, task: KeptTask): string {
  if (task.call !== undefined)
    return taskPathOf({ node: task.node, path: "call", position: task.call.position, calledBy: task.call });
  const identity = identityIn(fork, task.taskId);
  return identity === undefined ? "" : taskPathOf(identity);
}

/** @internal A called task in a fork. */
export interface CalledInFork {
  readonly taskId: string;
  /** Namespace of the task that calls it. */
  readonly caller: string;
}

/** @internal A kept task in a fork that another task calls there; `undefined` for any other. */
export function calledInFork(fork: NewFork, { node, call }: KeptTask): CalledInFork | undefined {
  const callerId = call === undefined ? undefined : taskIdInFork(fork, call.taskId);
  if (call === undefined || callerId === undefined) return undefined;
  const caller = `${namespaceOf(fork.origin.namespace, String(call.path[1]))}:${callerId}`;
  const taskId = calledTaskIdOf(
    fork.origin,
    { node, position: call.position },
    { ...call, namespace: caller },
  );
  return { taskId, caller };
}

/** The id that a called task has in the fork. A task that is not called by the fork's run has no name for anyone else. */
function calledIn(fork: NewFork, task: KeptTask): string | undefined {
  const called = calledInFork(fork, task);
  if (called === undefined || task.call === undefined) return undefined;
  const { taskId, caller } = called;
  if (fork.saver instanceof RecordingSaver)
    fork.saver.taskNames.add(taskId, {
      node: task.node,
      path: "call",
      position: task.call.position,
      calledBy: { taskId: caller.slice(caller.lastIndexOf(":") + 1), path: task.call.path },
    });
  return taskId;
}

const isAboutPauses = (channel: string): boolean => channel === INTERRUPT || channel === RESUME;
