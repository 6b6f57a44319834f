import { isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";

import { toldContext } from "../attempts/tell/telemetry-facts.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { tellTelemetry, withinTelemetry } from "../setup/telemetry.ts";
import type { RollbackGraphState, RollbackGraphUpdate } from "./rollback-state.ts";

/** @internal A node of `rollbackGraph`, by the context of its run. */
export type RunNode = (
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
) => Promise<RollbackGraphUpdate>;

/** @internal The same as LangGraph calls it. */
export type GraphNode = (
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
) => Promise<RollbackGraphUpdate>;

/**
 * @internal Lets telemetry hear what the nodes of a run do, as one call: from its first node in this process until it ends, waits or throws.
 *
 * @returns makes a node that is told of; `begins` where a run begins with it
 */
export function toldRuns(context: RollbackContext): (node: RunNode, begins?: boolean) => GraphNode {
  const { telemetry } = context.options;
  if (telemetry === undefined) return (node) => (state, config) => node(context, state, config);
  /** By the inner threads. */
  const open = new Map<string, RollbackContext>();
  const leave = async (threadId: string | undefined, thrown?: { readonly error: unknown }): Promise<void> => {
    const left = threadId === undefined ? undefined : open.get(threadId);
    if (threadId === undefined || left === undefined) return;
    open.delete(threadId);
    await tellTelemetry(left, (each) => each.ended(thrown));
  };
  return (node, begins = false) =>
    async (state, config) => {
      const { threadId } = state;
      if (begins) await leave(threadId);
      const known = threadId === undefined ? undefined : open.get(threadId);
      const told = known ?? toldContext(context, telemetry);
      const key = threadId ?? "";
      open.set(key, told);
      try {
        const update = await withinTelemetry(told, () => node(told, state, config));
        open.delete(key);
        const id = update.threadId ?? threadId ?? key;
        open.set(id, told);
        if ("current" in update && update.current === undefined) await leave(id);
        return update;
      } catch (error) {
        await leave(key, isGraphBubbleUp(error) ? undefined : { error });
        throw error;
      }
    };
}
