import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import type { AnswerCache } from "./cache/answer-cache.ts";
import type { StructuredOutput } from "./model/output-method.ts";
import type { Prices } from "./model/prices.ts";
import type { Redact } from "./redact-text.ts";

/** How models are asked. Only `model` is needed. */
export interface JudgeOptions {
  /**
   * A chat model, or its name for LangChain's `initChatModel` ("openai:gpt-4o-mini"), which needs `langchain` and the
   * provider's package.
   */
  readonly model: string | BaseChatModel;
  /**
   * How the model is held to the shape of its answers. Default: the strictest way that works, found out with the first
   * question and kept.
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
  /**
   * How many tokens the model can read; longer traces are shortened from their middle, and `usage.shortened` says so.
   * Default: known for some models by name, else 128,000. Set it for local models.
   */
  readonly contextTokens?: number;
  /** For `usage.cost`. */
  readonly prices?: Prices;
  /** Keeps answers, so that asking the same again costs nothing. */
  readonly cache?: AnswerCache;
  /** Applied to every value of a trace before it leaves. It is no part of fingerprints: change it, and calibrate anew. */
  readonly redact?: Redact;
}
