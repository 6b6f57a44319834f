import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import type { StructuredOutput } from "./output-method.ts";

/** Which model is called, and how. Only `model` is needed. */
export interface EndpointOptions {
  /**
   * A chat model, or its name for LangChain's `initChatModel` ("openai:gpt-4o-mini"), which needs `langchain` and the
   * provider's package.
   */
  readonly model: string | BaseChatModel;
  /**
   * How the model is held to the shape of its answers. Default: the strictest way that works. The first question finds it out, and later ones use it.
   */
  readonly structuredOutput?: StructuredOutput;
  /** Milliseconds that one call may take; one that takes longer is made once more. Default 120,000. */
  readonly timeout?: number;
  /**
   * How often to retry after 429, 5xx and lost connections, with growing pauses, or those that the endpoint asks for.
   * Default: the chat model's own `maxRetries` if it was made with one, else 3.
   */
  readonly maxRetries?: number;
  /** Calls at once. Default 4. */
  readonly concurrency?: number;
}
