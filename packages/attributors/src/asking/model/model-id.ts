import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

/** @internal Identifies a model in fingerprints and price tables: "openai:gpt-4o-mini". */
export function modelId(model: string | BaseChatModel): string {
  if (typeof model === "string") return model;
  const { ls_provider, ls_model_name } = model.getLsParams({});
  return [ls_provider ?? model._llmType(), ls_model_name ?? model.getName()].join(":");
}
