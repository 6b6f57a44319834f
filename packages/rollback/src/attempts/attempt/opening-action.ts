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
export type OpeningAct = (
  context: RollbackContext,
  call: { readonly config: CallConfig },
  lease: HeldLease,
) => Promise<OperatorAction | undefined>;

/** @internal A config whose call does this first. */
export const withOpeningAct = (config: RunnableConfig, act: OpeningAct): RunnableConfig => ({
  ...config,
  configurable: { ...config.configurable, [KEY]: act },
});

/** @internal */
export function openingActOf({ configurable }: RunnableConfig): OpeningAct | undefined {
  const act: unknown = configurable?.[KEY];
  return isOpeningAct(act) ? act : undefined;
}

/** @internal A `configurable` without it: what runs inside of the run is other calls. */
export function withoutOpeningAct(
  configurable: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => key !== KEY));
}

function isOpeningAct(value: unknown): value is OpeningAct {
  return typeof value === "function";
}
