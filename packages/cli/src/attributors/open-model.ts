import { existsSync } from "node:fs";
import { ChatOpenAI } from "@langchain/openai";
import {
  CassetteFormatError,
  cassetteHeader,
  recordModel,
  replayModel,
} from "@langgraph-rollback/attributors/cassette";
import type { OpenedModel } from "@langgraph-rollback/lab/attributors";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { UsageError } from "../errors/usage-error.ts";
import type { Environment } from "../terminal/environment.ts";
import type { AttributorOptions } from "./attributor-options.ts";

/** For methods that ask nobody. */
export const NO_MODEL: OpenedModel = { model: "none", source: { name: "none", from: "nobody" } };

type ModelChoice = Pick<AttributorOptions, "cassette" | "data" | "model" | "record" | "simulated">;

/**
 * A cassette if one is named; else the endpoint that `OPENAI_API_KEY` or `OPENAI_BASE_URL` gives; else the cassette beside
 * the data, `failures.cassette.jsonl` for `failures.jsonl`.
 *
 * @throws {UsageError} if there is none of these, or `--record` makes no sense
 * @throws {EvaluationError} if the cassette cannot be read
 */
export function openModel(options: ModelChoice, env: Environment): OpenedModel {
  const { cassette, record } = options;
  if (cassette !== undefined && record !== undefined)
    throw new UsageError(
      "Expected `--cassette` or `--record`, not both: what is replayed is recorded already.",
    );
  if (cassette !== undefined) return fromCassette(cassette);
  const [key, baseURL] = [settingIn(env, "OPENAI_API_KEY"), settingIn(env, "OPENAI_BASE_URL")];
  if (key !== undefined || baseURL !== undefined) return fromEndpoint(options, key, baseURL);
  const beside = besideOf(options.data[0] ?? "");
  if (record === undefined && existsSync(beside)) return fromCassette(beside);
  throw new UsageError(
    `Expected \`OPENAI_API_KEY\` or \`OPENAI_BASE_URL\` in the environment, or \`--cassette\`; there is no "${beside}" either.`,
  );
}

/** Empty means unset: so build servers hand on a secret that they do not have. */
function settingIn(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

/** Place to look for a cassette that is not named. */
export function besideOf(data: string): string {
  return `${data.replace(/\.jsonl$/, "")}.cassette.jsonl`;
}

function fromEndpoint(
  { model: name, record, simulated }: ModelChoice,
  key: string | undefined,
  baseURL?: string,
): OpenedModel {
  // Local servers want no key, but the client wants one.
  const model = new ChatOpenAI({
    model: name,
    apiKey: key ?? "none",
    ...(baseURL === undefined ? {} : { configuration: { baseURL } }),
  });
  const note = simulated === undefined ? {} : { simulated };
  const source = { name, from: "endpoint", ...note } as const;
  if (record === undefined) return { model, source };
  return { model: recordModel(model, record, note), source: { ...source, file: record } };
}

function fromCassette(file: string): OpenedModel {
  try {
    const { model, simulated } = cassetteHeader(file);
    const replay = replayModel(file);
    const source = { name: model.name, from: "cassette", file } as const;
    return { model: replay, replay, source: simulated === undefined ? source : { ...source, simulated } };
  } catch (error) {
    if (!(error instanceof CassetteFormatError) && !isFileError(error)) throw error;
    throw new EvaluationError(`Could not read \`--cassette\` ${file}: ${error.message}`, { cause: error });
  }
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
