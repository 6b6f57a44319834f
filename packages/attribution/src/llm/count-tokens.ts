import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

/** The tokeniser's time grows faster than the length of a run of like characters; cut up, it counts nearly the same. */
const LONG_RUN = /\p{L}{64}|[^\s\p{L}\p{N}]{64}|\s{64}/gu;
const REMEMBERED = 64;
const WORTH_REMEMBERING = 500;

let encoder: Tiktoken | undefined;
const counts = new Map<string, number>();

/**
 * @internal How many tokens a text has for OpenAI's newer models (o200k); others differ by some 10 to 20 %.
 *
 * Long texts are remembered, as a method asks about the same trace many times. Markers of chat templates in the text
 * count as the text that they are.
 */
export function countTokens(text: string): number {
  if (text.length < WORTH_REMEMBERING) return encoded(text);
  const known = counts.get(text);
  if (known !== undefined) return known;
  const count = encoded(text);
  const [oldest] = counts.keys();
  if (counts.size >= REMEMBERED && oldest !== undefined) counts.delete(oldest);
  counts.set(text, count);
  return count;
}

function encoded(text: string): number {
  encoder ??= new Tiktoken(o200k);
  let count = 0;
  for (const part of text.replaceAll(LONG_RUN, "$&\u0000").split("\u0000"))
    count += encoder.encode(part, [], []).length;
  return count;
}
