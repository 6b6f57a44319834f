import { type Atom, atomsOf, joinsDigits } from "./atoms.ts";
import { quotedParts } from "./quoted-parts.ts";

/** A part of a text that is worth following through a run. */
export interface TellingValue {
  readonly text: string;
  /** Names and quoted single words: ordinary words may look like them, so that they tell something only where they are rare. */
  readonly isWord: boolean;
}

/** Characters of a value, and its atoms. */
const LONGEST = 120;
const MOST_ATOMS = 24;

/**
 * Values of a text: numbers with units, ids, amounts, dates, addresses, quoted strings and names. Prose is none: what ordinary words
 * have in common says nothing of where they came from.
 */
export function tellingValues(text: string): readonly TellingValue[] {
  const atoms = atomsOf(text);
  const values: TellingValue[] = quotedParts(text).flatMap((part) => valueOfQuoted(part));
  for (let at = 0; at < atoms.length;) {
    const next = joinedEnd(text, atoms, at);
    for (const value of valuesOfSpan(text, atoms, at, next)) values.push(value);
    at = next;
  }
  return [...values, ...namesIn(text, atoms)].filter((value) => value.text.length <= LONGEST);
}

function valueOfQuoted(part: string): readonly TellingValue[] {
  const atoms = atomsOf(part);
  const [first, last] = [atoms[0], atoms.at(-1)];
  if (first === undefined || last === undefined || atoms.length > MOST_ATOMS) return [];
  const text = part.slice(first.start, last.end);
  if (text.length < (atoms.length === 1 ? 4 : 3)) return [];
  return [{ text, isWord: atoms.length === 1 && !/\p{N}/u.test(text) }];
}

/** The end of the atoms that signs join to one: of a date, an address, a path, a number with a fraction. */
function joinedEnd(text: string, atoms: readonly Atom[], from: number): number {
  let [at, isAddress] = [from, false];
  for (; at + 1 < atoms.length; at += 1) {
    const [here, next] = [atoms[at], atoms[at + 1]];
    if (here === undefined || next === undefined || next.start - here.end > 3) break;
    const gap = text.slice(here.end, next.start);
    isAddress ||= gap === "://";
    if (!joins(gap, isAddress, text, here)) break;
  }
  return at + 1;
}

function joins(gap: string, isAddress: boolean, text: string, { end }: Atom): boolean {
  if (gap === "://" || (isAddress && /^[?=&#:~%/]$/.test(gap))) return true;
  return /^[-./@+]$/.test(gap) || (gap.length === 1 && joinsDigits(text, end));
}

function valuesOfSpan(
  text: string,
  atoms: readonly Atom[],
  from: number,
  to: number,
): readonly TellingValue[] {
  const [first, last] = [atoms[from], atoms[to - 1]];
  if (first === undefined || last === undefined || to - from > MOST_ATOMS) return [];
  const span = text.slice(first.start, last.end);
  if (/^\p{Nd}[\p{Nd}.,]*$/u.test(span)) return numberValues(text, span, first, last, atoms[to]);
  return isId(span, to - from) ? [{ text: span, isWord: false }] : [];
}

/** A number of one digit tells something with its unit alone. */
function numberValues(
  text: string,
  span: string,
  first: Atom,
  last: Atom,
  next: Atom | undefined,
): readonly TellingValue[] {
  const unit =
    next !== undefined && text.slice(last.end, next.start) === " " ? text.slice(next.start, next.end) : "";
  const sign = /[$€£¥]/.test(text.charAt(first.start - 1)) ? text.charAt(first.start - 1) : "";
  const percent = text.charAt(last.end) === "%" ? "%" : "";
  return [
    ...(span.length > 1 ? [{ text: span, isWord: false }] : []),
    ...(sign === "" ? [] : [{ text: `${sign}${span}`, isWord: false }]),
    ...(percent === "" ? [] : [{ text: `${span}%`, isWord: false }]),
    ...(UNITS.has(unit) ? [{ text: `${span} ${unit}`, isWord: false }] : []),
  ];
}

const UNITS: ReadonlySet<string> = new Set(
  "km m cm mm mi ft kg g mg lb oz l ml h min s ms MB GB TB kB EUR USD GBP CHF JPY euros dollars days nights hours minutes weeks months years percent people pieces units".split(
    " ",
  ),
);

/** Ordinal numbers, and what is short, are no ids. */
function isId(span: string, atoms: number): boolean {
  if (/^\d+(?:st|nd|rd|th)$/.test(span)) return false;
  const hasDigit = /\p{N}/u.test(span);
  if (hasDigit) return span.length >= 3;
  if (span.includes("@") || span.includes("://")) return span.length >= 5;
  if (/^\p{L}+\.\p{Ll}{2,4}$/u.test(span)) return span.length >= 6;
  if (atoms > 2 && span.includes("/")) return true;
  return (/[\p{L}]_[\p{L}]/u.test(span) || /\p{Ll}\p{Lu}/u.test(span)) && span.length >= 5;
}

/** Capitalised words inside of a sentence, neighbours together, and words in capitals. */
function namesIn(text: string, atoms: readonly Atom[]): readonly TellingValue[] {
  const names: TellingValue[] = [];
  for (let at = 0; at < atoms.length; at += 1) {
    const first = atoms[at];
    if (first === undefined || !isNamed(text, first) || beginsSentence(text, first.start)) continue;
    let last = first;
    for (let next = atoms[at + 1]; next !== undefined; next = atoms[at + 1]) {
      if (text.slice(last.end, next.start) !== " " || !isNamed(text, next)) break;
      last = next;
      at += 1;
    }
    const name = text.slice(first.start, last.end);
    if (name.length >= 3 && !ORDINARY.has(name)) names.push({ text: name, isWord: true });
  }
  return names;
}

const isNamed = (text: string, { end, start }: Atom): boolean =>
  end - start >= 3 && /^\p{Lu}\p{L}+$/u.test(text.slice(start, end));

function beginsSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  return /\n.?$/.test(before) || !/[\p{L}\p{N},;(]$/u.test(before.trimEnd());
}

/** Capitalised inside of sentences without being anybody's name. */
const ORDINARY: ReadonlySet<string> = new Set(
  "The This That These Those There Then They You Your Yes Not Now And But For From With Step Task Total Answer Final Result Question Action Thought Note Error Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December JSON API URL HTTP USD EUR".split(
    " ",
  ),
);
