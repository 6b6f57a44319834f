import { ChatOpenAI } from "@langchain/openai";
import { probeModel } from "@langgraph-rollback/attributors";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { Environment } from "../terminal/environment.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Of a small question; people who wait for a doctor want to know soon. */
const TIMEOUT = 30_000;

/** Checks the abilities of the endpoint in the environment. The question is a sum; no trace is sent. */
export async function checkEndpoint(
  name: string,
  env: Environment,
  timeout: number = TIMEOUT,
): Promise<readonly Diagnosis[]> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL } = env;
  if (!apiKey && !baseURL) return [NOT_SET];
  const model = new ChatOpenAI({
    model: name,
    // Local servers want no key, but the client wants one.
    apiKey: apiKey || "none",
    ...(baseURL && { configuration: { baseURL } }),
  });
  const where = baseURL ? `${name} at ${withoutPassword(baseURL)}` : name;
  try {
    const { logprobs, structuredOutput } = await probeModel({ model, timeout });
    return [shape(where, structuredOutput), probabilities(where, logprobs)];
  } catch (error) {
    return [failed(where, error, secretsOf(apiKey, baseURL))];
  }
}

const NOT_SET: Diagnosis = {
  check: "endpoint",
  level: "fault",
  code: "ENDPOINT_NOT_SET",
  message: "Neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.",
  remedy: "Set the key, or the address of a server that speaks OpenAI's protocol, such as Ollama's.",
};

function failed(where: string, error: unknown, secrets: readonly string[]): Diagnosis {
  const told = error instanceof Error ? error.message : String(error);
  const reason = printable(secrets.reduce((text, secret) => text.replaceAll(secret, "***"), told));
  return {
    check: "endpoint",
    level: "fault",
    code: "ENDPOINT_FAILED",
    message: `${where} does not answer: ${reason}`,
    remedy: "Check the address, the key and the model's name (`--model`).",
  };
}

function shape(where: string, ways: readonly string[]): Diagnosis {
  const strict = ways.filter((way) => way !== "text");
  if (strict.length > 0)
    return {
      check: "endpoint",
      level: "ok",
      message: `${where} answers in a given shape: ${strict.join(", ")}.`,
    };
  const why = ways.length > 0 ? "only when the prompt describes it" : "in none of the ways that were tried";
  return {
    check: "endpoint",
    level: ways.length > 0 ? "warning" : "fault",
    code: "ENDPOINT_WITHOUT_SHAPE",
    message: `${where} answers in a given shape ${why}.`,
    remedy: "Methods that ask it will miss scores: take a model with structured output or function calling.",
  };
}

function probabilities(where: string, logprobs: boolean): Diagnosis {
  if (logprobs)
    return { check: "endpoint", level: "ok", message: `${where} tells the probabilities of tokens.` };
  return {
    check: "endpoint",
    level: "warning",
    code: "ENDPOINT_WITHOUT_LOGPROBS",
    message: `${where} does not tell the probabilities of tokens.`,
    remedy: "Nothing has to be done: only `fineTuned` needs them, other methods use them where they are.",
  };
}

/** A name and password in an address are as secret as a key. */
function withoutPassword(address: string): string {
  const url = urlOf(address);
  return printable(url === undefined ? "what is no address" : `${url.origin}${url.pathname}`);
}

/** Secrets that clients may repeat when they complain. */
function secretsOf(key: string | undefined, address = ""): readonly string[] {
  const password = urlOf(address)?.password;
  return [key ?? "", password ?? ""].filter((secret) => secret !== "");
}

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
