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
  const over = async (
    threadId: string | undefined,
    told: RollbackContext,
    thrown?: { readonly error: unknown },
  ): Promise<void> => {
    if (threadId !== undefined) open.delete(threadId);
    await tellTelemetry(told, (each) => each.ended(thrown));
  };
  return (node, begins = false) =>
    async (state, config) => {
      const { threadId } = state;
      const known = threadId === undefined ? undefined : open.get(threadId);
      if (begins && known !== undefined) await over(threadId, known);
      const told = known === undefined || begins ? toldContext(context, telemetry) : known;
      try {
        const update = await withinTelemetry(told, () => node(told, state, config));
        const id = update.threadId ?? threadId;
        if ("current" in update && update.current === undefined) await over(id, told);
        else if (id !== undefined) open.set(id, told);
        return update;
      } catch (error) {
        await over(threadId, told, isGraphBubbleUp(error) ? undefined : { error });
        throw error;
      }
    };
}
