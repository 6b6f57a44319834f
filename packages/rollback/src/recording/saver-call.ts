import type { RunnableConfig } from "@langchain/core/runnables";

import { type AttemptStamp, stampIn } from "../steps/attempt-stamp.ts";

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
  const { checkpoint_id: id, checkpoint_ns: namespace } = configurable;
  return {
    threadId: String(configurable["thread_id"]),
    namespace: typeof namespace === "string" ? namespace : "",
    checkpointId: typeof id === "string" && id !== "" ? id : undefined,
    attempt: stampIn(config),
  };
}
