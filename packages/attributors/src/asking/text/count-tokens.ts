import { countBytePairs, pieces } from "./byte-pairs.ts";

/** Characters that are counted at once. */
const CHUNK = 8192;
/** Places where a text can be cut without another count: after a word or a number, which no token goes beyond. */
const WORD_ENDS = /(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}\p{M}'])/gu;
/** How far before a chunk's end such a place is looked for. */
const NEAR = 256;
const REMEMBERED = 64;
const WORTH_REMEMBERING = 500;

const counts = new Map<string, number>();
let characters = 0;

/**
 * @internal How many tokens a text has for OpenAI's newer models (o200k); others differ by some 10 to 20 %.
 *
 * Long texts are remembered, as a method asks about the same trace many times. Markers of chat templates in the text
 * count as the text that they are. Texts are counted by chunks of 8,192 characters, exactly as
 * long as words end in them.
 *
 * @param most as far as it matters: what has more is not counted to its end. Default `Infinity`
 * @returns the count; if it is above `most`, some number above `most`
 */
export function countTokens(text: string, most: number = Infinity): number {
  if (text.length < WORTH_REMEMBERING) return counted(text, most);
  const known = counts.get(text);
  if (known !== undefined) return known;
  const count = counted(text, most);
  if (count > most) return count;
  const [oldest] = counts.keys();
  if (counts.size >= REMEMBERED && oldest !== undefined) counts.delete(oldest);
  counts.set(text, count);
  return count;
}

/** @internal How many characters have been looked at so far: what counting costs, whatever the machine. */
export function charactersCounted(): number {
  return characters;
}

function counted(text: string, most: number): number {
  let count = 0;
  for (let start = 0; start < text.length && count <= most;) {
    const end = endOfChunk(text, start);
    characters += end - start;
    for (const [piece] of text.slice(start, end).matchAll(pieces())) count += countBytePairs(piece);
    start = end;
  }
  return count;
}

function endOfChunk(text: string, start: number): number {
  const end = start + CHUNK;
  if (end >= text.length) return text.length;
  const near = text.slice(end - NEAR, end);
  const last = [...near.matchAll(WORD_ENDS)].at(-1)?.index;
  if (last !== undefined) return end - NEAR + last;
  // Not between the halves of a pair.
  return /[\udc00-\udfff]/.test(text[end] ?? "") ? end - 1 : end;
}
