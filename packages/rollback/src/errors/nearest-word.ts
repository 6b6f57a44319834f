import { smallest } from "@langgraph-rollback/attribution/trajectory";

/** @internal The one of some words that takes the fewest changes to become another, ignoring case; the first of several. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const distances = words.map((other) => distance(word.toLowerCase(), other.toLowerCase()));
  return words[distances.indexOf(smallest(distances))];
}

/** How many characters must be added, removed or replaced. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of from.split("").entries()) {
    const line = [row + 1];
    for (const [column, other] of to.split("").entries()) {
      const [left = 0, up = 0, diagonal = 0] = [line[column], above[column + 1], above[column]];
      line.push(Math.min(left + 1, up + 1, diagonal + (character === other ? 0 : 1)));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
