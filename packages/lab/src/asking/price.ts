import { replayCost } from "langgraph-rollback/replay";

import type { Price } from "./parse-price.ts";

/** Tokens of calls. */
export interface CallTokens {
  readonly input: number;
  readonly output: number;
}

const MODEL = "model";

/** Dollars for tokens; tokens from a provider's cache cost as much as others. */
export const costOfTokens = (tokens: CallTokens, price: Price): number =>
  replayCost([{ steps: 0, tokens: [{ model: MODEL, ...tokens }] }], { [MODEL]: price }).money ?? 0;
