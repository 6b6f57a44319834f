import type { RunnableConfig } from "@langchain/core/runnables";

import type { OperatorAction } from "../../history/operator-action.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { CallConfig } from "../../streams/call-config.ts";

/** The key under which it travels in `configurable`. It is no mark of LangGraph's, and is never stored. */
const KEY = "__langgraph_rollback_opening";

/**
 * @internal Done by a call that has taken its thread, before it looks where the run stands: a person's action, which has to have the thread to itself from the look to the
 * end. Its error ends the call.
 *
 * @returns the action, where the call brings an answer that is the person's
 */
export type OpeningAction = (
  context: RollbackContext,
  call: { readonly config: CallConfig },
  lease: HeldLease,
) => Promise<OperatorAction | undefined>;

/** @internal A config whose call does this first. */
export const withOpeningAction = (config: RunnableConfig, act: OpeningAction): RunnableConfig => ({
  ...config,
  configurable: { ...config.configurable, [KEY]: act },
});

/** @internal */
export function openingActionOf({ configurable }: RunnableConfig): OpeningAction | undefined {
  const act: unknown = configurable?.[KEY];
  return isOpeningAction(act) ? act : undefined;
}

/** @internal A `configurable` without it: what runs inside of the run is other calls. */
export function withoutOpeningAction(
  configurable: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => key !== KEY));
}

function isOpeningAction(value: unknown): value is OpeningAction {
  return typeof value === "function";
}
