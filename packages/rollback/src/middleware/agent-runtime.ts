import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { CHECKPOINTER } from "../langgraph/private-strings.ts";

type Configurable = Readonly<Record<string, unknown>> | undefined;

/** @internal The data that a hook or a wrapper of a middleware has about the call of the agent that runs it. */
export interface AgentRuntime {
  readonly configurable?: Configurable;
  /** One and the same for all that a call of an agent runs, and another for each call. */
  readonly writer?: object | undefined;
}

/** @internal A thread's id; "" for an agent that runs without one. */
export function threadIn(configurable: Configurable): string {
  const id: unknown = configurable?.["thread_id"];
  return typeof id === "string" ? id : "";
}

/** @internal The agent's own checkpointer, or that of the graph around it. */
export function checkpointerIn(configurable: Configurable): BaseCheckpointSaver | undefined {
  const saver: unknown = configurable?.[CHECKPOINTER];
  return saver instanceof BaseCheckpointSaver ? saver : undefined;
}
