import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import { isErrorHandler, type TaskIdentity, taskNamespaceIn } from "../langgraph/task-identity.ts";
import { PULL, PUSH } from "../langgraph/private-strings.ts";

/** Enough for the supersteps that run at the same time in one process; the oldest are let go. */
const CAPACITY = 10_000;

/**
 * @internal Identities of tasks, as LangGraph tells callbacks when they start. A task's id tells its identity, too, at the price of a
 * hash, but not of tasks that other tasks call (the functional API).
 */
export class TaskNames {
  readonly #names = new Map<string, TaskIdentity>();
  /** Listens to a run; what it is told stays here. */
  readonly listener: BaseCallbackHandler = Object.assign(
    BaseCallbackHandler.fromMethods({
      handleChainStart: (...[, , , , , metadata]: ChainStart) => this.#started(metadata),
    }),
    { awaitHandlers: true },
  );

  of(taskId: string): TaskIdentity | undefined {
    return this.#names.get(taskId);
  }

  add(taskId: string, identity: TaskIdentity): void {
    this.#names.set(taskId, identity);
    const oldest = this.#names.keys().next();
    if (this.#names.size > CAPACITY && oldest.done === false) this.#names.delete(oldest.value);
  }

  #started(metadata: Readonly<Record<string, unknown>> | undefined): void {
    const namespace = taskNamespaceIn(metadata);
    if (namespace === undefined) return;
    const taskId = lastTask(namespace);
    // Events inside of a task are told with the task's own metadata.
    if (this.#names.has(taskId)) return;
    const identity = identityIn(metadata ?? {}, namespace);
    if (identity !== undefined) this.add(taskId, identity);
  }
}

type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

/**
 * Paths are `[pull, node]`, `[push, position of the Send]` and `[push, path of the caller, number of the call, true]`. The
 * handler of a node's error runs in the node's superstep and cannot run without it, so it has no identity of its own.
 */
function identityIn(
  metadata: Readonly<Record<string, unknown>>,
  namespace: string,
): TaskIdentity | undefined {
  const path: unknown = metadata["langgraph_path"];
  const triggers: unknown = metadata["langgraph_triggers"];
  const node = String(metadata["langgraph_node"]);
  if (!isList(path) || !isList(triggers) || isErrorHandler(node)) return undefined;
  const [scheduled, caller, position] = path;
  if (scheduled === PULL) return { node, path: "pull", position: -1, trigger: String(triggers[0]) };
  if (scheduled !== PUSH) return undefined;
  if (!isList(caller)) {
    const sent = Number(caller);
    return Number.isInteger(sent) ? { node, path: "push", position: sent } : undefined;
  }
  if (typeof position !== "number") return undefined;
  const taskId = lastTask(namespace.slice(0, namespace.lastIndexOf("|")));
  return { node, path: "call", position, calledBy: { taskId, path: caller } };
}

/** Namespaces are like `node:task id|node:task id`. */
const lastTask = (namespace: string): string => namespace.slice(namespace.lastIndexOf(":") + 1);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
