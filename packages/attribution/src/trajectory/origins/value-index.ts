import { type Atom, atomsOf, endsInside, standsAlone } from "./atoms.ts";
import { formsOf } from "./number-forms.ts";

/** A value that is looked for, by any of its forms. */
export interface SoughtValue {
  /** The place of the value among those that are looked for. */
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** Many values that are looked for in texts at once. */
export interface ValueIndex {
  readonly size: number;
  /** Finds the places of values in a text, by their start, longer ones first. */
  readonly findIn: (text: string) => Iterable<SoughtValue>;
}

/** Values by their first atom and by how long they are, so that a text is read once however many values there are. */
export function valueIndex(values: Iterable<string>): ValueIndex {
  const numbers = new Map<string, number>();
  const lengths = new Map<string, Set<number>>();
  let size = 0;
  for (const text of values) {
    const value = size;
    size += 1;
    // Another form of it has come before.
    if (numbers.has(text)) continue;
    for (const form of formsOf(text)) {
      numbers.set(form, value);
      const first = atomsOf(form)[0];
      if (first === undefined) continue;
      const key = form.slice(0, first.end);
      const known = lengths.get(key) ?? new Set();
      lengths.set(key, known.add(form.length));
    }
  }
  const longestFirst = new Map([...lengths].map(([key, all]) => [key, [...all].toSorted((a, b) => b - a)]));
  return { size, findIn: (text) => found(text, numbers, longestFirst) };
}

function* found(
  text: string,
  numbers: ReadonlyMap<string, number>,
  lengths: ReadonlyMap<string, readonly number[]>,
): Generator<SoughtValue> {
  for (const atom of atomsOf(text)) {
    const start = startOf(text, atom);
    for (const from of start === atom.start ? [atom.start] : [start, atom.start])
      for (const length of lengths.get(text.slice(from, atom.end)) ?? []) {
        const end = from + length;
        if (end > text.length || endsInside(text, end)) continue;
        const value = numbers.get(text.slice(from, end));
        if (value !== undefined && standsAlone(text, from, end)) yield { value, start: from, end };
      }
  }
}

/** An amount begins with its sign. */
function startOf(text: string, { start }: Atom): number {
  return /[$€£¥]/.test(text.charAt(start - 1)) ? start - 1 : start;
}
