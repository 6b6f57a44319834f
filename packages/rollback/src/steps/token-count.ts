import { isAIMessage, type AIMessage } from "@langchain/core/messages";

import { messagesIn } from "../langgraph/message-text.ts";
import type { ChannelWrite } from "./step-content.ts";

/** Tokens of one model. */
export interface ModelTokens {
  /** The model's name as its messages give it, in `response_metadata`; absent where they give none. */
  readonly model?: string;
  /** All that it was given, the tokens below included. */
  readonly input: number;
  readonly output: number;
  /** Tokens of `input` that came from the provider's cache; absent where no message tells. */
  readonly cacheRead?: number;
  /** Tokens of `input` that were written to the provider's cache; absent where no message tells. */
  readonly cacheWrite?: number;
}

/** Tokens that models were given and gave. */
export interface TokenCount extends Omit<ModelTokens, "model"> {
  /** The same by model, each model once. */
  readonly byModel: readonly ModelTokens[];
  /** Ids of the messages that report them, as far as they have ids. */
  readonly messages: readonly string[];
}

/** @internal Token counts that one message reports. Nodes that pass a message on write it again: its id tells. */
export interface MessageTokens extends ModelTokens {
  readonly message: string | undefined;
}

/** @internal Token counts that the messages a step wrote report of their making. */
export function tokensIn(writes: readonly ChannelWrite[]): readonly MessageTokens[] {
  const messages = writes.flatMap(([, value]) => messagesIn(value)).filter(isAIMessage);
  return messages.flatMap((message) => {
    const { id, usage_metadata: usage } = message;
    if (usage === undefined) return [];
    const { input_tokens: input, output_tokens: output, input_token_details: details } = usage;
    // Providers differ, and a checkpointer gives back whatever was stored.
    if (!isCount(input) || !isCount(output)) return [];
    const model = modelOf(message);
    const cached = cachedIn(details, input);
    return [{ message: id, input, output, ...cached, ...(model === undefined ? {} : { model }) }];
  });
}

const isCount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;

/** The parts of the tokens in that a cache has to do with: together no more than there were. */
function cachedIn(details: unknown, input: number): Pick<ModelTokens, "cacheRead" | "cacheWrite"> {
  const told = (name: string, most: number): number | undefined => {
    const count: unknown = Reflect.get(Object(details), name);
    return isCount(count) ? Math.min(count, most) : undefined;
  };
  const cacheRead = told("cache_read", input);
  const cacheWrite = told("cache_creation", input - (cacheRead ?? 0));
  return withKnown({ cacheRead, cacheWrite });
}

const withKnown = (counts: {
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
}): Pick<ModelTokens, "cacheRead" | "cacheWrite"> => ({
  ...(counts.cacheRead === undefined ? {} : { cacheRead: counts.cacheRead }),
  ...(counts.cacheWrite === undefined ? {} : { cacheWrite: counts.cacheWrite }),
});

/** Some providers call it `model`. */
function modelOf({ response_metadata: metadata }: AIMessage): string | undefined {
  const names: readonly unknown[] = [metadata?.["model_name"], metadata?.["model"]];
  return names.find((name): name is string => typeof name === "string");
}

/**
 * @internal The sum, of messages that have not been counted yet.
 *
 * @param counted ids of those that have; gets those that are counted now
 * @returns `undefined` if none reports anything
 */
export function sumTokens(tokens: readonly MessageTokens[], counted: Set<string>): TokenCount | undefined {
  const fresh = tokens.filter(({ message }) => message === undefined || !counted.has(message));
  if (fresh.length === 0) return undefined;
  const messages = fresh.flatMap(({ message }) => message ?? []);
  for (const message of messages) counted.add(message);
  const byModel = tokensByModel(fresh);
  return { ...totalTokens(byModel), byModel, messages };
}

/** @internal Adds up tokens of the same model; models in the order in which they come first. */
export function tokensByModel(tokens: readonly ModelTokens[]): readonly ModelTokens[] {
  const models = new Map<string | undefined, ModelTokens[]>();
  for (const each of tokens) {
    const own = models.get(each.model);
    if (own === undefined) models.set(each.model, [each]);
    else own.push(each);
  }
  return [...models].map(([model, own]) => ({
    ...(model === undefined ? {} : { model }),
    ...totalTokens(own),
  }));
}

/** @internal Adds up tokens of all models. A count of cached tokens that no model reports is left out. */
export function totalTokens(tokens: readonly ModelTokens[]): Omit<ModelTokens, "model"> {
  const sum = (kind: "input" | "output" | "cacheRead" | "cacheWrite"): number =>
    tokens.reduce((total, each) => total + (each[kind] ?? 0), 0);
  const told = (kind: "cacheRead" | "cacheWrite"): number | undefined =>
    tokens.some((each) => each[kind] !== undefined) ? sum(kind) : undefined;
  const cached = withKnown({ cacheRead: told("cacheRead"), cacheWrite: told("cacheWrite") });
  return { input: sum("input"), output: sum("output"), ...cached };
}

/**
 * @internal Which share of the tokens that models were given came from a cache, in [0, 1]. Of the models that tell; `undefined` if none does.
 */
export function cachedShare(tokens: readonly ModelTokens[]): number | undefined {
  const { input, cacheRead } = totalTokens(tokens.filter((each) => each.cacheRead !== undefined));
  return cacheRead === undefined || input === 0 ? undefined : cacheRead / input;
}
