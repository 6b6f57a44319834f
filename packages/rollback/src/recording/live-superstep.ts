import { START } from "@langchain/langgraph";
import type { Checkpoint } from "@langchain/langgraph-checkpoint";

import { namedTask, withHandlers } from "../steps/error-handlers.ts";
import type { RecordedTask, Superstep } from "../steps/superstep.ts";
import { heldBytes, textBytes } from "./own-copy.ts";
import {
  identifyTask,
  isControlChannel,
  SENDS,
  sendsIn,
  sentNodes,
  type TaskIdentity,
} from "../langgraph/task-identity.ts";
import type { RanTask } from "../steps/ran-task.ts";

/** @internal A superstep as far as this process has seen it. */
export interface OpenSuperstep {
  /** Of the graph that runs it. */
  readonly namespace: string;
  /** Absent while its checkpoint has not been stored: with asynchronous durability its tasks may end first. */
  from?: Omit<Superstep, "tasks"> & { readonly checkpoint: Checkpoint; readonly start: number };
  readonly tasks: Map<string, RanTask>;
  /** When the last of its tasks ended, LangGraph's own among them. */
  ended?: number;
  /** Its checkpoint was loaded, and this process has not stored it: another one may have begun its tasks. */
  isFound?: boolean;
  /** Ids of the tasks that have asked a human. */
  asked?: Set<string>;
  /** A task of it said more than is kept: what it did is read from the checkpointer. */
  isCut?: boolean;
  /** Bytes. */
  size: number;
}

/** @internal Finds out which nodes the tasks ran; LangGraph's own start node is left out, as it is not one of the graph's. */
export function identifyTasks({ from, tasks }: OpenSuperstep): void {
  if (from === undefined) return;
  for (const [taskId, task] of tasks) {
    const identity = task.identity ?? identifyTask(from.checkpoint, from, taskId);
    if (identity?.node === START) tasks.delete(taskId);
    else if (identity !== undefined) tasks.set(taskId, namedTask(task, identity));
  }
  for (const task of withHandlers(from, [...tasks.values()])) tasks.set(task.taskId, task);
}

/** @internal The tasks of a superstep that have ended, as the checkpoint keeps them that they led to. */
export function recordedTasks(superstep: OpenSuperstep): readonly RecordedTask[] {
  const { from, tasks } = superstep;
  if (from === undefined) return [];
  // Only there LangGraph runs a task of its own.
  if (from.source === "input") identifyTasks(superstep);
  return [...tasks.values()].flatMap(({ taskId, identity, end }) =>
    end === undefined || !isTaskId(taskId)
      ? []
      : [{ task: taskId, ...nameOf(identity), start: from.start, end }],
  );
}

function nameOf(identity: TaskIdentity | undefined): Pick<RecordedTask, "node" | "call"> {
  if (identity === undefined) return {};
  const { node, position, calledBy } = identity;
  return { node, ...(calledBy === undefined ? {} : { call: { ...calledBy, position } }) };
}

/** LangGraph's are name-based UUIDs; a checkpointer's own tests write under other ids. */
const isTaskId = (taskId: string): boolean => /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-/.test(taskId);

/** @internal The parts of a checkpoint that task ids derive from, so that no state is held on to. */
export function identifying(checkpoint: Checkpoint): Checkpoint {
  const { v, id, ts, channel_versions: versions } = checkpoint;
  const sends = sentNodes(checkpoint).map((node) => ({ node }));
  const triggers: Checkpoint["channel_versions"] = {};
  for (const name in versions) if (isControlChannel(name)) triggers[name] = versions[name] ?? 0;
  return {
    v,
    id,
    ts,
    channel_values: { [SENDS]: sends },
    channel_versions: triggers,
    versions_seen: {},
  };
}

/** Bytes of heap for a superstep's start, a task, and a name or number in one, beside texts of any length; measured. */
const START_SIZE = 400;
const TASK_SIZE = 300;
const ENTRY_SIZE = 60;

/** @internal About how many bytes of the heap the start of a superstep takes. By sum, as it is asked for each. */
export function startBytes({ from }: OpenSuperstep): number {
  if (from === undefined) return 0;
  const entries =
    Object.keys(from.checkpoint.channel_versions).length +
    Object.keys(from.parents).length +
    sendsIn(from.checkpoint).length;
  return START_SIZE + ENTRY_SIZE * entries + (from.task === undefined ? 0 : textBytes(from.task));
}

/** @internal About how many bytes of the heap a task takes; of one that is not there, none. */
export function taskBytes(task: RanTask | undefined): number {
  if (task === undefined) return 0;
  const { said, error, tokens } = task;
  const texts =
    textBytes(said.content) + said.agent.length + (error === undefined ? 0 : textBytes(error.message));
  const calls = said.toolCalls === undefined ? 0 : heldBytes(said.toolCalls);
  return TASK_SIZE + texts + calls + 2 * ENTRY_SIZE * tokens.length;
}

/** @internal A thread as far as this process has seen it. */
export interface LiveThread {
  readonly supersteps: Map<string, OpenSuperstep>;
  /** How many supersteps each namespace has. */
  readonly namespaces: Map<string, number>;
  /** Newest checkpoint of each namespace. */
  readonly heads: Map<string, string>;
  /** When a run last stored or read something of it. */
  used: number;
  /** Bytes. */
  size: number;
}

/** @internal */
export function addSuperstep(thread: LiveThread, key: string, superstep: OpenSuperstep): void {
  const { namespace } = superstep;
  thread.supersteps.set(key, superstep);
  thread.namespaces.set(namespace, (thread.namespaces.get(namespace) ?? 0) + 1);
}

/** @internal */
export function dropSuperstep(thread: LiveThread, key: string, { namespace }: OpenSuperstep): void {
  thread.supersteps.delete(key);
  const left = (thread.namespaces.get(namespace) ?? 0) - 1;
  if (left > 0) thread.namespaces.set(namespace, left);
  else thread.namespaces.delete(namespace);
}
