import type { Trajectory } from "../trajectory.ts";
import { tellingValues } from "./telling-values.ts";
import { type Place, type TraceSource, traceSources } from "./trace-texts.ts";
import { type SoughtValue, type ValueIndex, valueIndex } from "./value-index.ts";
import type { ValueLink } from "./value-link.ts";

/** Words count in at most so many steps, or in this share of them. */
const [FEW, RARE] = [3, 0.1];

/**
 * Tells where the values of a run came from: which step's output stands word for word in a later step. Values are numbers with units,
 * ids, amounts, dates, addresses, quoted strings and rare names, never ordinary words, and no number of one digit without its unit.
 * Numbers are compared without commas between thousands. Each link leads from the **first** step that had the value to a later one, so
 * a value that five steps have makes four links. A value that the task or the instructions have comes from the input.
 *
 * A link is evidence, not proof: two steps may come to the same number by themselves.
 *
 * Time is near linear in the length of the texts, of which the first 2,000,000 characters are looked through: `unreadFrom` tells where that ends.
 *
 * @returns links by the step they lead to, then by where the value stands in it; empty where no value stands twice
 * @example
 * const [link] = valueLinks({
 *   id: "t-1",
 *   task: "Refund the order.",
 *   steps: [
 *     { index: 0, agent: "search", content: "Found order ord-4417." },
 *     { index: 1, agent: "desk", content: "", toolCalls: [{ name: "refund", args: { id: "ord-4417" } }] },
 *   ],
 * });
 * // { text: "ord-4417", from: 0, to: 1, places: ["arguments"] }
 */
export function valueLinks(trajectory: Trajectory): readonly ValueLink[] {
  const sources = traceSources(trajectory);
  const { texts, words } = valuesOf(sources);
  const index = valueIndex(texts);
  const origins: (number | "input" | undefined)[] = Array.from({ length: index.size });
  const counts: number[] = Array.from({ length: index.size }, () => 0);
  const links: (ValueLink & { readonly value: number })[] = [];
  for (const source of sources)
    for (const [value, { places, text }] of standingIn(source, index, origins)) {
      counts[value] = (counts[value] ?? 0) + 1;
      const origin = origins[value];
      if (origin === undefined) origins[value] = source.from;
      else if (source.from !== "input" && places.size > 0)
        links.push({ value, text, from: origin, to: source.from, places: [...places] });
    }
  const most = Math.max(FEW, Math.ceil(RARE * sources.length));
  return links
    .filter(({ value }) => !words.has(value) || (counts[value] ?? 0) <= most)
    .map(({ from, places, text, to }) => ({ text, from, to, places }));
}

/** Values of all texts, and which of them are words by their number. */
function valuesOf(sources: readonly TraceSource[]): {
  readonly texts: Iterable<string>;
  readonly words: ReadonlySet<number>;
} {
  const values = new Map<string, boolean>();
  for (const { texts } of sources)
    for (const { text } of texts)
      for (const { isWord, text: value } of tellingValues(text))
        values.set(value, isWord && (values.get(value) ?? true));
  return { texts: values.keys(), words: wordsAmong(values) };
}

function wordsAmong(values: ReadonlyMap<string, boolean>): ReadonlySet<number> {
  return new Set([...values.values()].flatMap((isWord, at) => (isWord ? [at] : [])));
}

/** A value in one source. */
interface Standing {
  readonly text: string;
  /** Empty where it stands there only as a part of longer values that came from the same step. */
  readonly places: Set<Place>;
}

function standingIn(
  { from, texts }: TraceSource,
  index: ValueIndex,
  origins: readonly (number | "input" | undefined)[],
): ReadonlyMap<number, Standing> {
  const standing = new Map<number, Standing>();
  const originOf = (value: number) => origins[value] ?? from;
  for (const { place, text } of texts) {
    for (const { isWhole, match } of nested(index.findIn(text), originOf)) {
      const { end, start, value } = match;
      const known = standing.get(value) ?? { text: text.slice(start, end), places: new Set() };
      if (isWhole) known.places.add(place);
      standing.set(value, known);
    }
  }
  return standing;
}

/** Matches, and whether they are no part of a longer one that came from the same step. One at a time: a text may have many more than characters. */
function* nested(
  matches: Iterable<SoughtValue>,
  originOf: (value: number) => number | "input",
): Generator<{ readonly match: SoughtValue; readonly isWhole: boolean }> {
  // Those before begin no later, so the one that goes furthest tells.
  const furthest = new Map<number | "input", number>();
  for (const match of matches) {
    const origin = originOf(match.value);
    const end = furthest.get(origin) ?? -1;
    yield { match, isWhole: end < match.end };
    furthest.set(origin, Math.max(end, match.end));
  }
}
