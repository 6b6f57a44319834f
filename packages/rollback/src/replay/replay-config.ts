import { BaseStore } from "@langchain/langgraph-checkpoint";

import { ownConfigurable } from "../langgraph/isolate.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { OverlayStore } from "./overlay-store.ts";

/** @internal The config of a replay: the call's, without the place of the run in its thread. */
export function replayConfig({ store, ...config }: CallConfig): CallConfig {
  const entries = Object.entries(ownConfigurable(config.configurable));
  const own = entries.filter(([key]) => key !== "thread_id" && !key.startsWith("checkpoint_"));
  return {
    ...config,
    durability: "sync",
    configurable: Object.fromEntries(own),
    ...(store instanceof BaseStore ? { store: new OverlayStore(store) } : {}),
  };
}
