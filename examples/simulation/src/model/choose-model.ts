import { ChatOpenAI } from "@langchain/openai";

const DEFAULT_OPENAI_MODEL = "gpt-4o-mini";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ChosenModel<Simulated> {
  readonly model: Simulated | ChatOpenAI;
  readonly simulated: boolean;
  /** For people. */
  readonly name: string;
}

/**
 * `ChatOpenAI` when the environment names a key or a server that speaks its protocol, otherwise the simulated model.
 *
 * @param simulate makes the simulated model
 * @param limits   of a real model's calls; LangChain's own unless told
 */
export function chooseModel<Simulated>(
  env: Environment,
  simulate: () => Simulated,
  limits: { readonly maxTokens?: number; readonly maxRetries?: number } = {},
): ChosenModel<Simulated> {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: chosen } = env;
  if (!key && !baseURL) return { model: simulate(), simulated: true, name: "simulated model" };
  const model = chosen || DEFAULT_OPENAI_MODEL;
  // Servers at another address often want no key, but the client insists on one.
  const openai = new ChatOpenAI({
    model,
    apiKey: key || "none",
    useResponsesApi: false,
    ...limits,
    ...(baseURL && { configuration: { baseURL } }),
  });
  return {
    model: openai,
    simulated: false,
    name: baseURL ? `${model} at ${withoutPassword(baseURL)}` : model,
  };
}

/** The name is printed, and written into figures. */
function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return "what is no address";
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
