import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware } from "langchain";

import { codeTools } from "./code-tools.ts";

const PROMPT = [
  "You mend small JavaScript projects with your tools. Do what you are asked for and nothing else.",
  "A message that begins with [rollback] tells you that an earlier attempt failed.",
].join(" ");

/** A plain LangChain agent that works in a folder: nothing in it knows of rollbacks. */
export function codeAgent(options: {
  readonly folder: string;
  readonly model: BaseChatModel;
  /** Awaited before each call of the model. */
  readonly beforeModel?: (messages: readonly BaseMessage[]) => Promise<void>;
}) {
  const { folder, model, beforeModel } = options;
  const watch = createMiddleware({
    name: "Watch",
    wrapModelCall: async (request, handler) => {
      await beforeModel?.(request.messages);
      return handler(request);
    },
  });
  return createAgent({
    model,
    tools: [...codeTools(folder)],
    systemPrompt: PROMPT,
    middleware: [watch],
    checkpointer: new MemorySaver(),
  });
}
