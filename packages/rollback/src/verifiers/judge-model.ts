import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import { ModelNameError } from "@langgraph-rollback/attribution";

/** @internal Identifies a model in fingerprints: "openai:gpt-4o-mini". */
export function modelId(model: string | BaseChatModel): string {
  if (typeof model === "string") return model;
  const { ls_provider, ls_model_name, ls_temperature } = model.getLsParams({});
  const named = [ls_provider ?? model._llmType(), ls_model_name ?? model.getName()];
  return [...named, ...(ls_temperature === undefined ? [] : [ls_temperature])].join(":");
}

/**
 * @internal Gives the model, made once if it is given by its name.
 *
 * @throws {ModelNameError} if there is no model of that name
 */
export function modelOpener(model: string | BaseChatModel): () => Promise<BaseChatModel> {
  let opened: Promise<BaseChatModel> | undefined;
  return () => (opened ??= typeof model === "string" ? openNamed(model) : Promise.resolve(model));
}

async function openNamed(name: string): Promise<BaseChatModel> {
  try {
    const { initChatModel } = await import("langchain");
    return await initChatModel(name);
  } catch (error) {
    throw new ModelNameError(name, error);
  }
}
