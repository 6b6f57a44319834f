import { createHash } from "node:crypto";

import type { Step } from "../trajectory/index.ts";

import { canonicalJson } from "./model-fingerprint.ts";

const HEX_DIGITS = 16;

/** A text as 16 hexadecimal digits of SHA-256: models hold digests, so that no text of a run leaves with them. */
export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HEX_DIGITS);
}

/**
 * A digest that is the same for steps in which the same agent does the same.
 *
 * The action of a step with tool calls is these calls, in order: their names and arguments, whatever the order of the
 * arguments' keys. What another step does is its text, in lower case, in Unicode's form NFKC, with each white space as
 * one space. Index, times, ids and origin do not count.
 */
export function actionDigest({ agent, content, toolCalls = [] }: Step): string {
  const action =
    toolCalls.length === 0 ? plainText(content) : toolCalls.map(({ args, name }) => [name, argsText(args)]);
  return textDigest(JSON.stringify([agent, action]));
}

const plainText = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

/** Arguments come from a model: they may hold what JSON cannot, or be nested beyond the stack. Such arguments are all alike. */
function argsText(args: unknown): string {
  try {
    return canonicalJson(args) ?? "";
  } catch {
    return "";
  }
}
