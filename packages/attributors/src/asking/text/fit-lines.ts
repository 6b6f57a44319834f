import { largest } from "@langgraph-rollback/attribution/trajectory";

import { countTokens } from "./count-tokens.ts";
import { endsOf, GAP, HEAD } from "./ends-of.ts";
import { asLine } from "./frame.ts";

/** No step is shortened below so many characters a text. */
const LEAST = 40;
/** Text of so many characters for each token of the budget is cut before it is counted: it has more tokens than that. */
const PLENTY = 16;
/** How a trace begins that is written tersely. */
const TERSE = /^\d+ /;

/** @internal Lines that fit. */
export interface FittedLines {
  readonly text: string;
  /** How many steps, or lines, were shortened. */
  readonly shortened: number;
}

/**
 * @internal Shortens the steps of a trace, tersely written or as lines of JSON, until they have at most `budget` tokens: those
 * in the middle first, then outwards, each by the middle of its texts. Half as much text is left to a step each time; the
 * first and the last step come last. Always the same for the same text and budget. Lines that are neither stay as they are.
 *
 * It counts no more text than the budget has room for, however much there is.
 *
 * @param budget tokens; if even the shortest steps have more, they are what comes back
 */
export function fitLines(text: string, budget: number): FittedLines {
  // No text has more tokens than bytes, and counting takes time.
  if (Buffer.byteLength(text) <= budget) return { text, shortened: 0 };
  const isTerse = TERSE.test(text);
  const whole = isTerse ? text.split(/\n(?=\d)/) : text.split("\n");
  const shorten = isTerse ? shortStep : shortLine;
  let limit = countableLimit(whole, budget);
  const lines = whole.map((line) => shorterOf(line, shorten, limit));
  const counts = lines.map((line) => countTokens(line, budget) + 1);
  let total = counts.reduce((sum, count) => sum + count, 0);
  const longest = largest(lines.map((line) => line.length));
  for (limit = Math.floor(longest / 2); total > budget && limit >= LEAST; limit = Math.floor(limit / 2)) {
    for (const index of fromTheMiddle(lines.length)) {
      if (total <= budget) break;
      const line = lines[index];
      if (line === undefined || line.length <= limit) continue;
      const shorter = shorterOf(whole[index] ?? "", shorten, limit);
      if (shorter.length >= line.length) continue;
      const count = countTokens(shorter, budget) + 1;
      total += count - (counts[index] ?? 0);
      lines[index] = shorter;
      counts[index] = count;
    }
  }
  return { text: lines.join("\n"), shortened: lines.filter((line, index) => line !== whole[index]).length };
}

/** Characters of each line that are counted. With this limit, the work of counting is bounded by the budget. */
function countableLimit(lines: readonly string[], budget: number): number {
  const most = PLENTY * Math.max(budget, LEAST);
  let limit = largest(lines.map((line) => line.length));
  const left = () => lines.reduce((sum, line) => sum + Math.min(line.length, limit), 0);
  while (limit > LEAST && left() > most) limit = Math.floor(limit / 2);
  return limit;
}

/** A line that is short as it is, or has nothing to shorten, stays so. */
function shorterOf(line: string, shorten: (line: string, limit: number) => string, limit: number): string {
  if (line.length <= limit) return line;
  const shorter = shorten(line, limit);
  return shorter.length < line.length ? shorter : line;
}

/** Positions by their distance from the middle, the ends last. */
function fromTheMiddle(length: number): readonly number[] {
  const middle = (length - 1) / 2;
  return Array.from({ length }, (_, index) => index).toSorted(
    (one, other) => Math.abs(one - middle) - Math.abs(other - middle) || one - other,
  );
}

/** A tersely written step: who acted stays. What is cut out leaves lines that are indented as before. */
function shortStep(step: string, limit: number): string {
  const [head = "", ...said] = step.split("\n");
  const shorter = shortText(head, limit);
  return said.length === 0 ? shorter : `${shorter}\n${shortText(said.join("\n"), limit)}`;
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

/** The two ends of a text, never half of a pair. */
function shortText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const { head, tail } = endsOf(text, limit - GAP.length, HEAD);
  return head.replace(/[\ud800-\udbff]$/, "") + GAP + tail.replace(/^[\udc00-\udfff]/, "");
}
