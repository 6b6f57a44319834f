import type { CallbackHandlerMethods } from "@langchain/core/callbacks/base";

import type { RecordedTask } from "./superstep.ts";

/** @internal What a task's id does not tell. */
export type TaskName = Pick<RecordedTask, "node" | "call">;

/** Enough for the supersteps that run at the same time in one process; the oldest are let go. */
const CAPACITY = 10_000;

/**
 * @internal Names of the tasks whose ids do not tell them: those that other tasks call (the functional API). LangGraph
 * tells them to callbacks.
 */
export class TaskNames {
  readonly #names = new Map<string, TaskName>();

  of(taskId: string): TaskName | undefined {
    return this.#names.get(taskId);
  }

  add(taskId: string, name: TaskName): void {
    this.#names.set(taskId, name);
    const oldest = this.#names.keys().next();
    if (this.#names.size > CAPACITY && oldest.done === false) this.#names.delete(oldest.value);
  }

  /** Listens to a run; what it is told stays here. */
  get listener(): CallbackHandlerMethods & { readonly awaitHandlers: boolean } {
    return {
      awaitHandlers: true,
      handleChainStart: (...[, , , , , metadata]: ChainStart) => this.#started(metadata),
    };
  }

  #started(metadata: Readonly<Record<string, unknown>> | undefined): void {
    const namespace = metadata?.["langgraph_checkpoint_ns"];
    const path = metadata?.["langgraph_path"];
    if (typeof namespace !== "string" || !Array.isArray(path)) return;
    const tasks = namespace.split("|").map((segment) => segment.slice(segment.lastIndexOf(":") + 1));
    const taskId = tasks.at(-1) ?? "";
    const node = String(metadata?.["langgraph_node"]);
    const [scheduled, caller, position]: readonly unknown[] = path;
    if (this.#names.has(taskId)) return;
    if (scheduled === "__pregel_push" && isPath(caller) && typeof position === "number")
      this.add(taskId, { node, call: { taskId: tasks.at(-2) ?? "", path: caller, position } });
    else if (isTriggeredByInput(metadata)) this.add(taskId, { node });
  }
}

type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

const isPath = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isTriggeredByInput(metadata: Readonly<Record<string, unknown>> | undefined): boolean {
  const triggers = metadata?.["langgraph_triggers"];
  return Array.isArray(triggers) && triggers[0] === "__start__";
}
