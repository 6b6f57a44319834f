import { chooseModel, type Environment, type SeededModel } from "@langgraph-rollback/example-simulation";

import { UsageError } from "../errors/index.ts";

const OPENAI = "https://api.openai.com/v1";
const PROVIDER = "openai";

/** A real model. */
export interface Endpoint {
  /** It makes one call and does not retry. */
  readonly model: SeededModel;
  /** The model's own name. */
  readonly model_name: string;
  /** Name and address, for people. */
  readonly name: string;
}

/** Choices of a real model. */
export interface EndpointChoice {
  /** "gpt-4o-mini" or "openai:gpt-4o-mini". */
  readonly model: string;
  /** Address of a server that speaks OpenAI's protocol. */
  readonly baseURL?: string;
  readonly maxTokens: number;
}

/**
 * Opens the model of an endpoint that speaks OpenAI's protocol, without asking it.
 *
 * @param env with `OPENAI_API_KEY` or `OPENAI_BASE_URL`
 * @throws {UsageError} if the environment names no endpoint, or the model is another provider's
 */
export function openEndpoint({ baseURL, maxTokens, model }: EndpointChoice, env: Environment): Endpoint {
  const name = modelName(model);
  const [key, address] = [env["OPENAI_API_KEY"]?.trim(), baseURL ?? env["OPENAI_BASE_URL"]?.trim()];
  if (!key && !address)
    throw new UsageError(
      "Expected `OPENAI_API_KEY` or `OPENAI_BASE_URL` in the environment, or `--base-url`.",
    );
  const settings = { OPENAI_API_KEY: key, OPENAI_BASE_URL: address || OPENAI, OPENAI_MODEL: name };
  const chosen = chooseModel(settings, unreachable, { maxTokens, maxRetries: 0 });
  return { model: chosen.model, model_name: name, name: chosen.name.replace(" at ", " via ") };
}

/** @throws {UsageError} if another provider is named */
export function modelName(model: string): string {
  const [, provider, name] = /^([a-z][\w-]*):(.+)$/.exec(model) ?? [];
  if (name === undefined || provider === undefined) return model;
  if (provider === PROVIDER) return name;
  throw new UsageError(
    `Expected \`--model\` to be a name or ${PROVIDER}:NAME, got "${model}". If that is the model's own name, write ${PROVIDER}:${model}. Another provider is asked at its address for OpenAI's protocol, by \`--base-url\`.`,
  );
}

function unreachable(): never {
  throw new UsageError("Expected an endpoint, got none.");
}
