import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";

/** The part of a chat model that the examples need; `ChatOpenAI` and `SimulatedModel` both fit. */
export interface SeededModel {
  invoke(
    messages: BaseMessage[],
    options: { seed: number; maxRetries?: number } & Pick<RunnableConfig, "callbacks" | "signal">,
  ): Promise<BaseMessage>;
}

/** A model's answer to messages, called by a node: within the node's trace, and until its run is cancelled. */
export async function askModel(
  model: SeededModel,
  messages: BaseMessage[],
  seed: number,
  { callbacks, signal }: RunnableConfig,
): Promise<string> {
  const reply = await model.invoke(messages, {
    seed,
    ...(callbacks && { callbacks }),
    ...(signal && { signal }),
  });
  return reply.text;
}
