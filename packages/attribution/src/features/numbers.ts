import type { ArithmeticClaim } from "../arithmetic/arithmetic-claim.ts";
import { claimsOfTokens } from "../arithmetic/arithmetic-claims.ts";
import { arithmeticTokens } from "../arithmetic/arithmetic-token.ts";

/** The numbers of a text, and what it claims about them. */
export interface NumberReading {
  readonly claims: readonly ArithmeticClaim[];
  /** Every number written, results included; sharing a value counts once. */
  readonly written: ReadonlySet<number>;
}

/** Numbers that tasks often mean without writing them: units of time and money, halves, pairs. */
export const COMMON_NUMBERS: ReadonlySet<number> = new Set([
  0, 1, 2, 3, 4, 5, 7, 10, 12, 24, 30, 31, 50, 52, 60, 100, 365, 1000, 0.1, 0.25, 0.5, 0.01,
]);

/** Numbers and the words that mean them. */
const NAMED: readonly (readonly [number, string])[] = [
  [0, "zero none"],
  [0.25, "quarter"],
  [0.5, "half"],
  [1, "one once a an each"],
  [2, "two twice double both pair couple half"],
  [3, "three thrice triple third"],
  [4, "four quarter quarters quadruple fourth"],
  [5, "five fifth"],
  [6, "six"],
  [7, "seven week weekly"],
  [8, "eight"],
  [9, "nine"],
  [10, "ten"],
  [11, "eleven"],
  [12, "twelve dozen year"],
  [15, "fifteen"],
  [20, "twenty score"],
  [30, "thirty"],
  [50, "fifty"],
  [100, "hundred percent"],
  [1000, "thousand"],
];

const NAMES: ReadonlyMap<string, readonly number[]> = namesOfNumbers();

function namesOfNumbers(): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, readonly number[]>();
  for (const [value, words] of NAMED) {
    for (const word of words.split(" ")) names.set(word, [...(names.get(word) ?? []), value]);
  }
  return names;
}

/** Numbers that words mean: 2 and 0.5 of "half", 12 of "dozen". */
export function namedNumbers(words: Iterable<string>): readonly number[] {
  const named: number[] = [];
  for (const word of words) {
    const values = NAMES.get(word);
    if (values !== undefined) for (const each of values) named.push(each);
  }
  return named;
}

/** Takes the numbers of a text, in linear time. The ordinal of "Step 4" is none of them. */
export function readNumbers(text: string): NumberReading {
  const tokens = arithmeticTokens(text);
  const written = new Set<number>();
  for (const token of tokens) if (token.type === "number") written.add(token.value);
  return { claims: written.size === 0 ? [] : claimsOfTokens(tokens), written };
}
