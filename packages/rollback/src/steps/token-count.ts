import { isAIMessage, type AIMessage } from "@langchain/core/messages";

import { messagesIn } from "../langgraph/message-text.ts";
import type { ChannelWrite } from "./step-content.ts";

/** Tokens of one model. */
export interface ModelTokens {
  /** The model's name as its messages give it, in `response_metadata`; absent where they give none. */
  readonly model?: string;
  readonly input: number;
  readonly output: number;
}

/** Tokens that models were given and gave. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  /** The same by model, each model once. */
  readonly byModel: readonly ModelTokens[];
  /** Ids of the messages that report them, as far as they have ids. */
  readonly messages: readonly string[];
}

/** @internal What one message reports. Nodes that pass a message on write it again: its id tells. */
export interface MessageTokens extends ModelTokens {
  readonly message: string | undefined;
}

/** @internal What the messages that a step wrote report of their making. */
export function tokensIn(writes: readonly ChannelWrite[]): readonly MessageTokens[] {
  const messages = writes.flatMap(([, value]) => messagesIn(value)).filter(isAIMessage);
  return messages.flatMap((message) => {
    const { id, usage_metadata: usage } = message;
    if (usage === undefined) return [];
    const { input_tokens: input, output_tokens: output } = usage;
    // Providers differ, and a checkpointer gives back whatever was stored.
    if (!Number.isFinite(input) || !Number.isFinite(output)) return [];
    const model = modelOf(message);
    return [{ message: id, input, output, ...(model === undefined ? {} : { model }) }];
  });
}

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
  const sums = new Map<string | undefined, ModelTokens>();
  for (const { model, input, output } of tokens) {
    const before = sums.get(model) ?? { input: 0, output: 0 };
    sums.set(model, {
      ...(model === undefined ? {} : { model }),
      input: before.input + input,
      output: before.output + output,
    });
  }
  return [...sums.values()];
}

/** @internal Adds up tokens of all models. */
export function totalTokens(tokens: readonly ModelTokens[]): Pick<ModelTokens, "input" | "output"> {
  const sum = (kind: "input" | "output"): number => tokens.reduce((total, each) => total + each[kind], 0);
  return { input: sum("input"), output: sum("output") };
}
