import { ERROR } from "@langchain/langgraph-checkpoint";
import type { StepError } from "@langgraph-rollback/attribution/trajectory";

import type { ChannelWrite } from "./step-content.ts";
import {
  errorHandlerIdOf,
  errorHandlersOf,
  type TaskIdentity,
  type TaskOrigin,
} from "../langgraph/task-identity.ts";
import type { RanTask } from "./ran-task.ts";
import { ERROR_SOURCE } from "../langgraph/private-strings.ts";

/** A failure whose handler has finished, as a fork holds it: see {@link keptWrites}. */
interface HandledFailure {
  readonly node: string;
  readonly handler: string;
  readonly error: StepError;
}

/** @internal The tasks that may have handled the error of a task, with the id that each would have. */
export function possibleHandlers(
  origin: TaskOrigin,
  taskId: string,
  identity: TaskIdentity,
): readonly (readonly [taskId: string, identity: TaskIdentity])[] {
  return errorHandlersOf(identity.node).map((handler) => [
    errorHandlerIdOf(origin, { node: identity.node, taskId }, handler),
    { node: handler, path: "handle", position: identity.position, handles: { taskId, identity } },
  ]);
}

/**
 * @internal Names the tasks of a superstep that handled errors: nothing but the failed task's id tells which they are. A
 * task whose error was handled is marked.
 */
export function withHandlers(origin: TaskOrigin, tasks: readonly RanTask[]): readonly RanTask[] {
  const named = new Map(tasks.map((task) => [task.taskId, task]));
  for (const failed of tasks) {
    if (failed.error === undefined || failed.identity === undefined) continue;
    for (const [taskId, identity] of possibleHandlers(origin, failed.taskId, failed.identity)) {
      const handler = named.get(taskId);
      if (handler === undefined) continue;
      named.set(taskId, namedTask(handler, identity));
      if (handler.error === undefined) named.set(failed.taskId, { ...failed, handled: true });
    }
  }
  return [...named.values()];
}

/** @internal Gives a task its identity. Its agent was unknown until then. */
export function namedTask(task: RanTask, identity: TaskIdentity): RanTask {
  const agent = task.said.agent === "unknown" ? identity.node : task.said.agent;
  return { ...task, identity, said: { ...task.said, agent } };
}

/**
 * @internal The writes with which a fork keeps a task.
 *
 * LangGraph runs the handler of a stored error again whenever a run is resumed, even a handler that has finished. So a
 * fork holds what the handler wrote as the failed task's own writes. The failure itself is stored in the value of {@link ERROR_SOURCE}, which
 * LangGraph ignores without an error.
 *
 * @param origin where the task ran
 * @param writes what each task wrote there
 */
export function keptWrites(
  origin: TaskOrigin,
  writes: ReadonlyMap<string, readonly ChannelWrite[]>,
  taskId: string,
): readonly ChannelWrite[] {
  const own = writes.get(taskId) ?? [];
  const source: unknown = own.find(([channel]) => channel === ERROR_SOURCE)?.[1];
  const node = isHandledFailure(source) ? source.node : source;
  const error = errorIn(own);
  if (typeof node !== "string" || error === undefined) return own;
  for (const handler of errorHandlersOf(node)) {
    const handled = writes.get(errorHandlerIdOf(origin, { node, taskId }, handler));
    if (handled !== undefined && errorIn(handled) === undefined)
      return [[ERROR_SOURCE, { node, handler, error } satisfies HandledFailure], ...handled];
  }
  return own;
}

/** @internal Splits the writes that {@link keptWrites} has put together: the failed task's, and its handler's. */
export function splitWrites(
  origin: TaskOrigin,
  taskId: string,
  writes: readonly ChannelWrite[],
): readonly (readonly [taskId: string, writes: readonly ChannelWrite[]])[] {
  const source = writes.find(isFailure);
  if (source === undefined) return [[taskId, writes]];
  const { node, handler } = source[1];
  return [
    [taskId, [source]],
    [errorHandlerIdOf(origin, { node, taskId }, handler), writes.filter((write) => write !== source)],
  ];
}

/** @internal The writes of a task without those that its handler made. */
export function withoutHandler(writes: readonly ChannelWrite[]): readonly ChannelWrite[] {
  const source = writes.find(isFailure);
  return source === undefined ? writes : [source];
}

/** @internal The stored errors that went to no handler. A handler that threw has left an error of its own. */
export function unhandledErrors(
  pendingWrites: readonly (readonly [taskId: string, channel: string, value: unknown])[],
): readonly unknown[] {
  const handled = new Set(
    pendingWrites.flatMap(([taskId, channel]) => (channel === ERROR_SOURCE ? [taskId] : [])),
  );
  return pendingWrites.flatMap(([taskId, channel, value]) =>
    channel === ERROR && !handled.has(taskId) ? [value] : [],
  );
}

/** @internal The error among a task's writes, if it threw. LangGraph keeps its name and message. */
export function errorIn(writes: readonly ChannelWrite[]): StepError | undefined {
  const value = writes.find(([channel]) => channel === ERROR)?.[1] ?? writes.find(isFailure)?.[1].error;
  if (typeof value !== "object" || value === null) return undefined;
  const text = (key: string, otherwise: string): string => {
    const part: unknown = Reflect.get(value, key);
    return typeof part === "string" ? part : otherwise;
  };
  return { name: text("name", "Error"), message: text("message", "") };
}

const isFailure = (write: ChannelWrite): write is readonly [string, HandledFailure] =>
  write[0] === ERROR_SOURCE && isHandledFailure(write[1]);

const isHandledFailure = (value: unknown): value is HandledFailure =>
  typeof value === "object" && value !== null && "node" in value && "handler" in value && "error" in value;
