import { CallbackManager } from "@langchain/core/callbacks/manager";
import type { RunnableConfig } from "@langchain/core/runnables";

import { keyAround } from "./act-context.ts";
import { keyOfRun } from "./act-keys.ts";

/**
 * The idempotency key of the effect that a tool or a node is about to have. Pass it to the service that it calls. The key stays the same when the
 * same call continues after a pause or is retried, and is another one when the call is done anew.
 *
 * @param config the second argument of the tool or the node
 * @returns `undefined` where nothing is noted down: outside of `withRollback`, without `effects`, and in a tool that is read-only
 */
export function effectKey(config: RunnableConfig): string | undefined {
  const { callbacks } = config;
  const around = callbacks instanceof CallbackManager ? callbacks.getParentRunId() : undefined;
  return (around === undefined ? undefined : keyOfRun(around)) ?? keyAround();
}
