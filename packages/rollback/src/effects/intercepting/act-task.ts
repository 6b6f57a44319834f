import { taskNamespaceIn } from "../../langgraph/task-identity.ts";
import type { ActTask } from "../act.ts";

/** @internal The task of LangGraph that metadata of a run or a config name. Outside of tasks, all of it is empty. */
export function actTaskOf(metadata: Readonly<Record<string, unknown>> | undefined): ActTask {
  const namespace = taskNamespaceIn(metadata) ?? "";
  const superstep = Number(metadata?.["langgraph_step"] ?? 0);
  return { namespace, superstep, taskId: namespace.slice(namespace.lastIndexOf(":") + 1) };
}
