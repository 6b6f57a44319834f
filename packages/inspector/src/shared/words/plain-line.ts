import { shortened } from "./shortened.ts";
import { printable } from "./printable.ts";

/** Letters as wide as two of ours. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u;

/** Marks stacked upon a letter, from the third on: they would grow over the lines above. */
const STACKED = /(\p{M}{2})\p{M}+/gu;

/**
 * The beginning of an untrusted text on one line of a certain width, without anything that turns, hides or stacks letters.
 * @param width in ordinary letters; where something is cut off, the line ends in "…"
 */
export function plainLine(text: string, width: number): string {
  // Of a text of megabytes, only what can be shown is looked at.
  const line = printable(shortened(text, 8 * width + 100).text).replaceAll(STACKED, "$1");
  const letters = Array.from(line);
  let left = width;
  for (const [place, letter] of letters.entries()) {
    left -= WIDE.test(letter) ? 2 : 1;
    if (left < 0)
      return `${letters
        .slice(0, Math.max(place - 1, 0))
        .join("")
        .trimEnd()}…`;
  }
  return line;
}
