import { START } from "@langchain/langgraph";
import { type Checkpoint, TASKS, uuid5 } from "@langchain/langgraph-checkpoint";

import {
  BRANCH,
  DEFAULT_ERROR_HANDLER,
  ERROR_HANDLER,
  HANDLER_IN_PATH,
  JOIN,
  PULL,
  PUSH,
} from "./private-strings.ts";

/** Which node a task ran, and how LangGraph scheduled it: all that its id derives from but for the checkpoint. */
export interface TaskIdentity {
  readonly node: string;
  /**
   * "push" by a Send (with its position), "pull" by an edge, "call" by another task (the functional API), "handle" by the
   * error of another task.
   */
  readonly path: "push" | "pull" | "call" | "handle";
  /** Position of its Send, or of the call among the calling task's calls; -1 if an edge scheduled it. A handler has the position of the failed task. */
  readonly position: number;
  /** The channel that triggered it, where an edge scheduled it. */
  readonly trigger?: string;
  /** The task that called it. */
  readonly calledBy?: CallingTask;
  /** The task whose error it handles. */
  readonly handles?: { readonly taskId: string; readonly identity: TaskIdentity };
}

/** @internal A task that calls others. */
export interface CallingTask {
  readonly taskId: string;
  /** LangGraph's path of it; the ids of what it calls derive from it. */
  readonly path: readonly unknown[];
}

/** @internal One string for a task's identity, the same in every fork; the task's id where it is not known. */
export function identityKey(identity: TaskIdentity | undefined, taskId: string): string {
  if (identity === undefined) return taskId;
  const { path, position, node, calledBy, handles } = identity;
  if (handles !== undefined)
    return `${path}:${position}:${node}:${identityKey(handles.identity, handles.taskId)}`;
  return `${path}:${position}:${node}${calledBy === undefined ? "" : `:${JSON.stringify(calledBy.path)}`}`;
}

/** @internal The channel that holds the Sends of the next superstep. */
export const SENDS: typeof TASKS = TASKS;

/** @internal The checkpoint that a task runs from, as far as task ids derive from it. */
export interface TaskOrigin {
  readonly checkpointId: string;
  /** The superstep that runs from it: its metadata's step + 1. */
  readonly superstep: number;
  /** Checkpoint namespace of the graph. */
  readonly namespace: string;
}

/** @internal The id that LangGraph gives to a task which an edge or a Send scheduled. `test/canary` proves it. */
export function taskIdOf(origin: TaskOrigin, identity: Omit<TaskIdentity, "calledBy" | "handles">): string {
  const { node, path, position, trigger } = identity;
  const how = path === "push" ? [PUSH, String(position)] : [PULL, [trigger]];
  return derivedId(origin, namespaceOf(origin.namespace, node), node, how);
}

/** @internal The id that LangGraph gives to a task which another task called. */
export function calledTaskIdOf(
  origin: TaskOrigin,
  identity: Pick<TaskIdentity, "node" | "position">,
  calledBy: CallingTask & { readonly namespace: string },
): string {
  const namespace = `${calledBy.namespace}|${identity.node}`;
  return derivedId(origin, namespace, identity.node, [PUSH, calledBy.path, identity.position]);
}

/** @internal The nodes that may handle a node's errors: what `addNode` and `setNodeDefaults` make of `errorHandler`. */
export const errorHandlersOf = (node: string): readonly string[] => [
  `${ERROR_HANDLER}${node}`,
  DEFAULT_ERROR_HANDLER,
];

/** @internal Whether a node is one that handles errors. */
export const isErrorHandler = (node: string): boolean =>
  node === DEFAULT_ERROR_HANDLER || node.startsWith(ERROR_HANDLER);

/** @internal The id that LangGraph gives to the task that handles the error of another. */
export function errorHandlerIdOf(
  origin: TaskOrigin,
  failed: { readonly node: string; readonly taskId: string },
  handler: string,
): string {
  const namespace = `${namespaceOf(origin.namespace, failed.node)}:${failed.taskId}|${handler}`;
  return derivedId(origin, namespace, handler, [PUSH, HANDLER_IN_PATH, failed.taskId]);
}

function derivedId(origin: TaskOrigin, namespace: string, node: string, how: readonly unknown[]): string {
  return uuid5(JSON.stringify([namespace, String(origin.superstep), node, ...how]), origin.checkpointId);
}

/** @internal Namespace of a node in a graph, without the id of its task. */
export const namespaceOf = (namespace: string, node: string): string =>
  namespace === "" ? node : `${namespace}|${node}`;

/**
 * @internal Finds the node that a stored task id belongs to.
 *
 * A checkpointer is told task ids, never node names. LangGraph derives the id from the checkpoint, the superstep,
 * the node and its trigger, so the node is the one candidate whose derivation gives the same id. `test/canary`
 * compares this with LangGraph's own snapshots.
 *
 * @param checkpoint the checkpoint that the task ran from
 * @param origin     the same, as `originOf` gives it
 * @param entryNodes nodes that the input itself triggers, without an edge: an `entrypoint`
 * @returns `undefined` for tasks that were not scheduled by an edge or a Send (the functional API's calls)
 */
export function identifyTask(
  checkpoint: Checkpoint,
  origin: TaskOrigin,
  taskId: string,
  entryNodes: readonly string[] = [],
): TaskIdentity | undefined {
  for (const [id, identity] of possibleTasks(checkpoint, origin, entryNodes))
    if (id === taskId) return identity;
  return undefined;
}

/** @internal The tasks that an edge or a Send may have scheduled from a checkpoint, one by one: each costs a hash. */
export function* possibleTasks(
  checkpoint: Checkpoint,
  origin: TaskOrigin,
  entryNodes: readonly string[] = [],
): Generator<readonly [taskId: string, identity: TaskIdentity], void> {
  for (const [position, node] of sentNodes(checkpoint).entries()) {
    const sent = { node, path: "push" as const, position };
    yield [taskIdOf(origin, sent), sent];
  }
  for (const trigger of Object.keys(checkpoint.channel_versions))
    for (const node of triggeredNodes(trigger, entryNodes)) {
      const pulled = { node, path: "pull" as const, position: -1, trigger };
      yield [taskIdOf(origin, pulled), pulled];
    }
}

/** @internal The Sends that have scheduled tasks to run from a checkpoint, in order. */
export function sendsIn(checkpoint: Checkpoint): readonly unknown[] {
  const sends: unknown = checkpoint.channel_values[SENDS];
  return Array.isArray(sends) ? sends : [];
}

/** @internal The nodes of these Sends. Their input is frozen. */
export function sentNodes(checkpoint: Checkpoint): readonly string[] {
  return sendsIn(checkpoint).map((send) =>
    typeof send === "object" && send !== null && "node" in send ? String(send.node) : "",
  );
}

/** @internal The argument of the Send that scheduled a task. */
export function sentArgs(checkpoint: Checkpoint, position: number): unknown {
  const send = sendsIn(checkpoint)[position];
  return typeof send === "object" && send !== null && "args" in send ? send.args : undefined;
}

function triggeredNodes(channel: string, entryNodes: readonly string[]): readonly string[] {
  if (channel === START) return [START, ...entryNodes];
  if (channel.startsWith(BRANCH)) return [channel.slice(BRANCH.length)];
  if (channel.startsWith(JOIN)) return [channel.slice(channel.lastIndexOf(":") + 1)];
  return [];
}

/** @internal Whether a channel carries LangGraph's own control flow rather than the user's state. */
export function isControlChannel(name: string): boolean {
  return name.startsWith("__") || name.startsWith(BRANCH) || name.startsWith(JOIN);
}

/** @internal The user's part of a checkpoint's values. */
export function stateValues(checkpoint: Checkpoint): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(checkpoint.channel_values).filter(([name]) => !isControlChannel(name)),
  );
}

/** @internal The namespace of the task that a callback or a token comes from, like `node:task id|node:task id`. */
export function taskNamespaceIn(metadata: unknown): string | undefined {
  const namespace: unknown = Reflect.get(Object(metadata), "langgraph_checkpoint_ns");
  return typeof namespace === "string" ? namespace : undefined;
}

/** @internal Whether a run is that of a task itself, and not of something inside of it: LangGraph tags it so. */
export const isTaskRun = (tags: readonly string[] | undefined): boolean =>
  tags?.some((tag) => tag.startsWith("graph:step:")) === true;

/** @internal The namespace of a subgraph with `checkpointer: true`: the names alone, without the ids of tasks. */
export function sharedNamespace(namespace: string): string {
  return namespace
    .split("|")
    .filter((segment) => !/^\d+$/.test(segment))
    .map((segment) => segment.split(":")[0] ?? "")
    .join("|");
}

/** @internal Whether all runs of a subgraph share a namespace: each run then finds what the one before has left. */
export function isShared(namespace: string): boolean {
  return namespace !== "" && namespace === sharedNamespace(namespace);
}
