import { letterWidth } from "./display-width.ts";
import { shortened } from "./shortened.ts";
import { printable } from "./printable.ts";

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
    left -= columnsOf(letter);
    if (left < 0) return cutAt(letters.slice(0, place), width);
  }
  return line;
}

/** A mark counts as a letter: not every place that shows the line stacks it. */
const columnsOf = (letter: string): number => Math.max(1, letterWidth(letter));

/** As many letters as leave room for the "…". */
function cutAt(letters: readonly string[], width: number): string {
  let end = letters.length;
  let left = letters.reduce((sum, letter) => sum + columnsOf(letter), 0);
  while (end > 0 && left > width - 1) {
    end -= 1;
    left -= columnsOf(letters[end] ?? "");
  }
  return `${letters.slice(0, end).join("").trimEnd()}…`;
}
