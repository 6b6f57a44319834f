import { z } from "zod";

import type { ModelSettings } from "./open-model.ts";

const withStatus = z.looseObject({ status: z.number() });
const NO_SUCH_WAY = [400, 404, 405, 415, 422, 501];
const LACKING =
  /not supported|unsupported|not implemented|bindTools|only supports|invalid method|unavailable/i;

/** @internal Whether a model failed because it does not know this way of asking. Another way may work. */
export function isLacking(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return NO_SUCH_WAY.includes(status);
  return error instanceof Error && LACKING.test(error.message);
}

/** Statuses of requests that are refused for what they request. Some endpoints refuse log-probabilities with 403. */
const REFUSED: readonly (number | undefined)[] = [400, 403, 422, undefined];
const SETTINGS = { temperature: /temperature/i, logprobs: /log_?prob/i } as const;

/**
 * @internal The settings that a model will not have, as reasoning models want no temperature and tell no log-probabilities: of
 * those that it was given, the ones that it names.
 */
export function refusedSettings(error: unknown, given: ModelSettings): readonly (keyof ModelSettings)[] {
  if (!REFUSED.includes(statusOf(error)) || !(error instanceof Error)) return [];
  const named = (["temperature", "logprobs"] as const).filter((name) => SETTINGS[name].test(error.message));
  return named.filter((name) => given[name] !== undefined);
}

/** @internal Whether further calls make no sense: the key is wrong, or the model does not exist. */
export function isHopeless(error: unknown): boolean {
  return [401, 403, 404].includes(statusOf(error) ?? 0);
}

/**
 * @internal Problem with an answer that the provider's client could not parse, and did not return:
 * `ChatOpenAI` parses answers to a JSON schema by itself, and throws.
 *
 * @returns `undefined` for failures of other kinds
 */
export function unreadable(error: unknown): string | undefined {
  if (error instanceof SyntaxError) return "The answer is not one JSON object.";
  if (!(error instanceof Error)) return undefined;
  if (error.message.includes("length limit was reached"))
    return "The answer was cut off because it was too long.";
  if (error.message.includes("rejected by the content filter")) return "The model refused to answer.";
  const empty = error instanceof TypeError && error.message.startsWith("Cannot read properties");
  return empty ? "The answer is empty." : undefined;
}

function statusOf(error: unknown): number | undefined {
  return withStatus.safeParse(error).data?.status;
}
