import { countTokens } from "./count-tokens.ts";
import { asLine } from "./frame.ts";

/** Stands where text was left out. */
const GAP = " […] ";
/** No step is shortened below so many characters a text. */
const LEAST = 40;

/** @internal Lines that fit. */
export interface FittedLines {
  readonly text: string;
  /** How many lines were shortened. */
  readonly shortened: number;
}

/**
 * @internal Shortens lines of JSON until they have at most `budget` tokens: those in the middle first, then outwards, each
 * by the middle of its texts. Half as much text is left to a line each time; the first and the last line come last.
 * Always the same for the same text and budget. Lines that are no JSON stay as they are.
 *
 * @param budget tokens; if even the shortest lines have more, they are what comes back
 */
export function fitLines(text: string, budget: number): FittedLines {
  // No text has more tokens than bytes, and counting takes time.
  if (Buffer.byteLength(text) <= budget) return { text, shortened: 0 };
  const whole = text.split("\n");
  const lines = [...whole];
  const counts = lines.map((line) => countTokens(line) + 1);
  let total = counts.reduce((sum, count) => sum + count, 0);
  const longest = Math.max(...lines.map((line) => line.length));
  for (let limit = Math.floor(longest / 2); total > budget && limit >= LEAST; limit = Math.floor(limit / 2)) {
    for (const index of fromTheMiddle(lines.length)) {
      if (total <= budget) break;
      const line = lines[index];
      if (line === undefined || line.length <= limit) continue;
      const shorter = shortLine(whole[index] ?? "", limit);
      if (shorter.length >= line.length) continue;
      const count = countTokens(shorter) + 1;
      total += count - (counts[index] ?? 0);
      lines[index] = shorter;
      counts[index] = count;
    }
  }
  return { text: lines.join("\n"), shortened: lines.filter((line, index) => line !== whole[index]).length };
}

/** Positions by their distance from the middle, the ends last. */
function fromTheMiddle(length: number): readonly number[] {
  const middle = (length - 1) / 2;
  return Array.from({ length }, (_, index) => index).toSorted(
    (one, other) => Math.abs(one - middle) - Math.abs(other - middle) || one - other,
  );
}

function shortLine(line: string, limit: number): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return line;
  }
  return asLine(shortTexts(value, limit));
}

function shortTexts(value: unknown, limit: number): unknown {
  if (typeof value === "string") return shortText(value, limit);
  if (Array.isArray(value)) return value.map((item) => shortTexts(item, limit));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortTexts(item, limit)]));
}

/** The beginning and the end of a text: what was done and what came of it. */
function shortText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil((limit - GAP.length) * 0.6);
  const tail = Math.max(0, limit - GAP.length - head);
  return text.slice(0, head) + GAP + text.slice(text.length - tail);
}
