import { ERROR, INTERRUPT, uuid5, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { possibleHandlers } from "../steps/error-handlers.ts";
import { possibleTasks, type TaskIdentity } from "../langgraph/task-identity.ts";
import type { TaskNames } from "./task-names.ts";
import { originOf } from "../langgraph/task-origin.ts";
import { HANDLER_IN_PATH, PULL, PUSH, VERSIONED_DELTAS } from "../langgraph/private-strings.ts";

/**
 * @internal LangGraph's path of a task as the string that it keeps with the task's writes (1.5.0 and later).
 * `task-path.test.ts` compares it with LangGraph's own.
 */
export const taskPathOf = (identity: TaskIdentity): string => asString(pathOf(identity));

function pathOf({ node, path, position, calledBy, handles }: TaskIdentity): readonly unknown[] {
  if (handles !== undefined) return [...pathOf(handles.identity).slice(0, 3), HANDLER_IN_PATH, false];
  if (path === "pull") return [PULL, node];
  if (path === "push") return [PUSH, position, false];
  return [PUSH, calledBy?.path ?? [], position, true];
}

function asString(path: unknown): string {
  if (Array.isArray(path)) return `~${path.map(asString).join(", ")}`;
  if (typeof path === "boolean") return asString(Number(path));
  return typeof path === "number" ? String(path).padStart(10, "0") : String(path);
}

/** @internal Whether a checkpoint has the mark {@link VERSIONED_DELTAS}. */
export const hasVersionedDeltas = (metadata: CheckpointTuple["metadata"]): boolean =>
  Reflect.get(Object(metadata), VERSIONED_DELTAS) === true;

/**
 * @internal Puts a checkpoint's pending writes into the order in which LangGraph applied them: by path, then by task id.
 *
 * SqliteSaver 1.0.4 and PostgresSaver 1.0.5 store no paths and order by task id. A DeltaChannel is put together from these
 * writes, so its value would differ from the value that the run had. A path derives from what a task was, so it need not be
 * stored. Threads that LangGraph before 1.5 wrote have no mark, and there LangGraph itself ordered by task id.
 *
 * @param names what is known of tasks beside what their ids tell
 */
export function inTaskOrder(tuple: CheckpointTuple, names?: TaskNames): CheckpointTuple {
  const { pendingWrites = [], metadata } = tuple;
  if (!hasVersionedDeltas(metadata) || pendingWrites.length < 2) return tuple;
  const paths = taskPathsIn(tuple, names);
  const keyOf = (taskId: string): string => paths.get(taskId) ?? "";
  // Sorting is stable: the writes of one task stay in their order.
  const sorted = pendingWrites.toSorted(([a], [b]) => byCodePoint(keyOf(a), keyOf(b)) || byCodePoint(a, b));
  return { ...tuple, pendingWrites: sorted };
}

/**
 * @internal The paths of the tasks that have written from a checkpoint, by their ids. What no task wrote (a turn's input, a
 * Command's update) has none.
 */
export function taskPathsIn(tuple: CheckpointTuple, names?: TaskNames): ReadonlyMap<string, string> {
  const { checkpoint, pendingWrites = [] } = tuple;
  const origin = originOf(tuple);
  const ids = pendingWrites.map(([taskId]) => taskId);
  const unknown = new Set(ids);
  const failed = new Set(pendingWrites.flatMap(([id, channel]) => (channel === ERROR ? [id] : [])));
  const paths = new Map<string, string>();
  const add = (taskId: string, path: readonly unknown[]): void => {
    if (unknown.delete(taskId)) paths.set(taskId, asString(path));
  };
  const addTask = (taskId: string, identity: TaskIdentity): void => {
    add(taskId, pathOf(identity));
    if (!failed.has(taskId)) return;
    for (const [handler, handling] of possibleHandlers(origin, taskId, identity))
      add(handler, pathOf(handling));
  };
  for (const taskId of ids) {
    const identity = unknown.has(taskId) ? names?.of(taskId) : undefined;
    if (identity !== undefined) addTask(taskId, identity);
  }
  for (const [taskId, identity] of unknown.size === 0 ? [] : possibleTasks(checkpoint, origin)) {
    if (unknown.has(taskId)) addTask(taskId, identity);
    if (unknown.size === 0) break;
  }
  // `updateState` writes as tasks of its own, one for each update.
  for (let update = 0, most = unknown.size; update < most; update += 1) {
    const name = update === 0 ? INTERRUPT : `${INTERRUPT}:${update}`;
    add(uuid5(name, checkpoint.id), [INTERRUPT, update]);
  }
  return paths;
}

/** As LangGraph compares paths: UTF-8 keeps the order of code points. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
