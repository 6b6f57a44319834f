/**
 * Cuts text into numbers (`1,250.50`, `.5`), words (`pens`, `\times`), `**`, `<<`, `>>`, line breaks and single other
 * characters; white space falls out. Linear: one look at each character, for this reads every word of every step.
 */
export function lexemes(text: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfLexeme(text, at);
    if (end > at) found.push(text.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return found;
}

/** Whether a UTF-16 unit is one of 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a letter of any script begins at an index. */
export function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Most letters are among the first 128; asking for their property costs more than all the rest.
  if (code < ASCII) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return LETTER.test(character(text, at));
}

const ASCII = 128;
const LINE_BREAK = 10;
const LAST_CONTROL = 32;
const POINT = 46;
const UNDERSCORE = 95;
const BACKSLASH = 92;
const LETTER = /^\p{L}/u;
const LETTER_OR_NUMBER = /^[\p{L}\p{N}]/u;
const SPACE = /^\s/u;
const GROUPED = /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d*(?:\.\d+)?/y;
const PAIRS: ReadonlySet<string> = new Set(["**", "<<", ">>"]);

/** End of the lexeme that begins at `at`; `at` itself where there is white space. */
function endOfLexeme(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (isDigit(code) || (code === POINT && isDigit(text.charCodeAt(at + 1)))) return endOfNumber(text, at);
  if (isLetterAt(text, at)) return isTimes(text, at) ? at + 1 : endOfWord(text, at);
  if (code === BACKSLASH && isLetterAt(text, at + 1)) return endOfWord(text, at + 1);
  if (code === LINE_BREAK) return at + 1;
  if (code <= LAST_CONTROL || code >= ASCII) {
    const here = character(text, at);
    return SPACE.test(here) ? at : at + here.length;
  }
  return PAIRS.has(text.slice(at, at + 2)) ? at + 2 : at + 1;
}

function endOfNumber(text: string, at: number): number {
  GROUPED.lastIndex = at;
  GROUPED.test(text);
  return GROUPED.lastIndex;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code >= ASCII) {
      const here = character(text, at);
      if (!LETTER_OR_NUMBER.test(here)) break;
      at += here.length;
    } else if (isDigit(code) || code === UNDERSCORE || isLetterAt(text, at)) at += 1;
    else break;
  }
  return at;
}

/** The x of `3x4`. */
function isTimes(text: string, at: number): boolean {
  return text[at] === "x" && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
}

/** One code point, in one or two UTF-16 units. */
function character(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
