import type { Operator } from "../arithmetic/arithmetic-token.ts";

const HINTS: readonly (readonly [words: string, operators: string])[] = [
  ["total altogether sum combined together plus add adding added more additional overall", "+*"],
  [
    "left remaining remain remains difference minus subtract subtracting fewer less change after discount rest",
    "-*",
  ],
  ["times twice triple double product multiply multiplying every area", "*"],
  ["each per", "*/"],
  ["divide divided dividing split share shared average ratio equally half evenly apiece quarter", "/*"],
];
const OPERATORS_OF_WORDS: ReadonlyMap<string, string> = new Map(
  HINTS.flatMap(([words, operators]) => words.split(" ").map((word) => [word, operators] as const)),
);

/**
 * Whether the words of an instruction speak for other operators than those that were used: "how many are left?" and
 * `5 + 3`. A rough hint; no hinting word, no mismatch.
 *
 * @param texts words of the instruction and of the working
 */
export function operatorsMismatch(texts: readonly Iterable<string>[], used: readonly Operator[]): boolean {
  if (used.length === 0) return false;
  let hinted = "";
  for (const words of texts) for (const word of words) hinted += OPERATORS_OF_WORDS.get(word) ?? "";
  return hinted !== "" && !used.some((operator) => hinted.includes(operator));
}
