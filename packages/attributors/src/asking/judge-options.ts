import type { Redact } from "@langgraph-rollback/attribution";

import type { AnswerCache } from "./cache/answer-cache.ts";
import type { EndpointOptions } from "./model/endpoint-options.ts";
import type { Prices } from "./model/prices.ts";

/** Options of the calls of models. Only `model` is needed. */
export interface JudgeOptions extends EndpointOptions {
  /**
   * How many tokens the model can read; longer traces are shortened from their middle, and `usage.shortened` says so.
   * Default: known for some models by name, else 128,000. Set it for local models.
   */
  readonly contextTokens?: number;
  /** For `usage.cost`. */
  readonly prices?: Prices;
  /** Stores answers: the same question costs nothing again. */
  readonly cache?: AnswerCache;
  /** Applied to every value of a trace before it leaves. It is no part of fingerprints: change it, and calibrate anew. */
  readonly redact?: Redact;
}
