import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { BaseMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware } from "langchain";

const PROMPT = [
  "You are a travel desk. Book exactly what is asked for with your tools, and pay the sum of the prices that booking answered.",
  "A message that begins with [rollback] tells you that an earlier attempt failed.",
].join(" ");

/** A plain LangChain agent: nothing in it knows of rollbacks. */
export function travelAgent(options: {
  readonly model: BaseChatModel;
  readonly tools: readonly StructuredToolInterface[];
  readonly checkpointer?: BaseCheckpointSaver;
  /** Added to the prompt. */
  readonly advice?: string;
  /** Awaited before each call of the model. */
  readonly beforeModel?: (messages: readonly BaseMessage[]) => Promise<void>;
}) {
  const { model, tools, checkpointer, advice, beforeModel } = options;
  const watch = createMiddleware({
    name: "Watch",
    wrapModelCall: async (request, handler) => {
      await beforeModel?.(request.messages);
      return handler(request);
    },
  });
  const systemPrompt = advice === undefined ? PROMPT : `${PROMPT} ${advice}`;
  return createAgent({
    model,
    tools: [...tools],
    systemPrompt,
    middleware: [watch],
    ...(checkpointer === undefined ? {} : { checkpointer }),
  });
}
