import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

import { outsideGate } from "../answers/gate-context.ts";
import { withoutActLog } from "../effects/intercepting/act-context.ts";

/** @internal Calls a function of the user's outside of the replay: the tools that it calls are no calls of the graph. */
export function asUser<T>(work: () => T): T {
  const storage = AsyncLocalStorageProviderSingleton.getInstance();
  return withoutActLog(() => outsideGate(() => storage.run(undefined, work)));
}
