import { BaseChatModel } from "@langchain/core/language_models/chat_models";

import { ModelNameError } from "@langgraph-rollback/attribution";

/** @internal How a question wants its model to be. */
export interface ModelSettings {
  readonly temperature?: number;
  /** Whether to ask for the probabilities of tokens. */
  readonly logprobs?: boolean;
}

/**
 * @internal Gives the model for each kind of settings, made once each. It does not retry by itself where that can be had:
 * a judge does that, and knows what is worth it.
 *
 * @throws {ModelNameError} if there is no model of that name
 */
export function modelOpener(
  model: string | BaseChatModel,
): (settings: ModelSettings) => BaseChatModel | Promise<BaseChatModel> {
  const made = new Map<string, BaseChatModel | Promise<BaseChatModel>>();
  return (settings) => {
    const key = JSON.stringify(settings);
    const opened =
      made.get(key) ?? (typeof model === "string" ? named(model, settings) : variant(model, settings));
    made.set(key, opened);
    return opened;
  };
}

async function named(name: string, settings: ModelSettings): Promise<BaseChatModel> {
  try {
    const { initChatModel } = await import("langchain");
    return await initChatModel(name, fieldsOf(settings));
  } catch (error) {
    throw new ModelNameError(name, error);
  }
}

/**
 * LangChain takes temperatures when a model is made, not when it is called. So a model is made anew of what it was made
 * of; one that knows no temperature, or cannot be made anew, stays as it is.
 */
function variant(model: BaseChatModel, settings: ModelSettings): BaseChatModel {
  if (!("temperature" in model)) return model;
  try {
    const made: unknown = Reflect.construct(model.constructor, [
      { ...model.lc_kwargs, ...fieldsOf(settings) },
    ]);
    return made instanceof BaseChatModel ? made : model;
  } catch {
    return model;
  }
}

/** @internal Fields that a model was made of: LangChain keeps those that can be serialised, some models keep all of them. */
export function madeOf(model: BaseChatModel): Readonly<Record<string, unknown>> {
  const fields: unknown = "fields" in model ? model.fields : undefined;
  return { ...model.lc_kwargs, ...(typeof fields === "object" ? fields : {}) };
}

function fieldsOf({ temperature, logprobs }: ModelSettings): Readonly<Record<string, unknown>> {
  return {
    maxRetries: 0,
    ...(temperature === undefined ? {} : { temperature }),
    ...(logprobs === true ? { logprobs: true, topLogprobs: 20 } : {}),
  };
}
