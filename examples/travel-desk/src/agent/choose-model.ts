import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import { scriptedModel } from "./scripted-model.ts";
import type { TripRequest } from "./trip-request.ts";

const DEFAULT_OPENAI_MODEL = "gpt-4o-mini";

export interface ChosenModel {
  readonly model: BaseChatModel;
  readonly simulated: boolean;
  /** For people. */
  readonly name: string;
}

/** `ChatOpenAI` when the environment names a key or a server that speaks its protocol, otherwise the simulated model. */
export async function chooseModel(
  env: Readonly<Record<string, string | undefined>>,
  request: TripRequest,
): Promise<ChosenModel> {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: chosen } = env;
  if (!key && !baseURL) return { model: scriptedModel(request), simulated: true, name: "simulated model" };
  const model = chosen || DEFAULT_OPENAI_MODEL;
  const { ChatOpenAI } = await import("@langchain/openai");
  // Servers at another address often want no key, but the client insists on one.
  const openai = new ChatOpenAI({
    model,
    apiKey: key || "none",
    useResponsesApi: false,
    ...(baseURL && { configuration: { baseURL } }),
  });
  return { model: openai, simulated: false, name: model };
}
