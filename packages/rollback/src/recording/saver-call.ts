import type { RunnableConfig } from "@langchain/core/runnables";

import { stampIn, type AttemptStamp } from "../steps/attempt-stamp.ts";

/** @internal What a config tells the checkpointer, read once: the thread, the checkpoint in it, and the attempt that asks. */
export interface SaverCall {
  readonly threadId: string;
  /** Of the graph; "" is the outermost. */
  readonly namespace: string;
  /** `undefined` if the config names none: the newest is meant, or a thread's first checkpoint is stored. */
  readonly checkpointId: string | undefined;
  /** Absent outside of `withRollback`. */
  readonly attempt: AttemptStamp | undefined;
}

/** @internal */
export function saverCall(config: RunnableConfig): SaverCall {
  const configurable: Readonly<Record<string, unknown>> = config.configurable ?? {};
  const id = configurable["checkpoint_id"];
  return {
    threadId: String(configurable["thread_id"]),
    namespace: String(configurable["checkpoint_ns"] ?? ""),
    checkpointId: typeof id === "string" && id !== "" ? id : undefined,
    attempt: stampIn(config),
  };
}
