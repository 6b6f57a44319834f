/** A word, a number or a sign of a script without spaces: no text begins or ends inside of one. */
export interface Atom {
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

const WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Scripts that put no spaces between words: each of their signs stands by itself. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

type Kind = "word" | "sign" | "gap";

const kindOf = (character: string): Kind =>
  WORD.test(character) ? (UNSPACED.test(character) ? "sign" : "word") : "gap";

/** Of the ASCII characters, which are most of all text. */
const ASCII: readonly Kind[] = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/** The atoms of a text, in order. Linear. */
export function atomsOf(text: string): readonly Atom[] {
  const atoms: Atom[] = [];
  let start = -1;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = ASCII[code] ?? kindOf(String.fromCodePoint(code));
    const end = at + (code > 0xffff ? 2 : 1);
    if (kind !== "word" && start >= 0) atoms.push({ start, end: at });
    if (kind === "sign") atoms.push({ start: at, end });
    if (kind !== "word") start = -1;
    else if (start < 0) start = at;
    at = end;
  }
  if (start >= 0) atoms.push({ start, end: text.length });
  return atoms;
}

/**
 * Whether a part of a text begins and ends at the edges of words; a number, too, at those of the whole number: 42 does not stand
 * in 42.5, in 1,042 or in 2026-42-01.
 */
export function standsAlone(text: string, start: number, end: number): boolean {
  const [first, last] = [characterAt(text, start), characterBefore(text, end)];
  const [before, after] = [characterBefore(text, start), characterAt(text, end)];
  if (runsOn(before, first) || runsOn(last, after)) return false;
  return !(joinsDigits(text, start - 1) || joinsDigits(text, end));
}

/**
 * Whether the sign at a place makes one number, time or date of the digits around it. A comma does so between thousands alone: it
 * parts the numbers of a list.
 */
export function joinsDigits(text: string, at: number): boolean {
  if (
    !JOINS.has(text.charAt(at)) ||
    !isDigit(characterBefore(text, at)) ||
    !isDigit(characterAt(text, at + 1))
  )
    return false;
  return text.charAt(at) !== "," || /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5));
}

/** Whether a place surely lies inside of a word; quick, and `false` for what is not plain ASCII. */
export function endsInside(text: string, end: number): boolean {
  return ASCII[text.charCodeAt(end - 1)] === "word" && ASCII[text.charCodeAt(end)] === "word";
}

/** Whether no edge of a word lies between two characters. */
function runsOn(one: string, other: string): boolean {
  return WORD.test(one) && WORD.test(other) && !UNSPACED.test(one) && !UNSPACED.test(other);
}

/** Signs that make one number or date of two. */
const JOINS: ReadonlySet<string> = new Set([".", ",", ":", "-", "/"]);

const isDigit = (character: string): boolean => /^\p{Nd}$/u.test(character);

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, end: number): string {
  if (end <= 0) return "";
  const isHalf = end > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(end - 1));
  return characterAt(text, isHalf ? end - 2 : end - 1);
}
