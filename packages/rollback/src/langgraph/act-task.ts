import { taskNamespaceIn } from "./task-identity.ts";

/** The task of LangGraph inside which an act takes place. */
export interface ActTask {
  readonly taskId: string;
  /** LangGraph's namespace of the task, like `node:task id|node:task id`, outermost first. */
  readonly namespace: string;
  /** LangGraph's number of the superstep in its own graph. */
  readonly superstep: number;
}

/** @internal The task of LangGraph that metadata of a run or a config name. Outside of tasks, all of it is empty. */
export function actTaskOf(metadata: Readonly<Record<string, unknown>> | undefined): ActTask {
  const namespace = taskNamespaceIn(metadata) ?? "";
  const superstep = Number(metadata?.["langgraph_step"] ?? 0);
  return { namespace, superstep, taskId: namespace.slice(namespace.lastIndexOf(":") + 1) };
}

/** @internal Name of the node whose task this is; "" outside of tasks. */
export const nodeOf = ({ namespace }: ActTask): string =>
  namespace.slice(namespace.lastIndexOf("|") + 1).split(":", 1)[0] ?? "";
