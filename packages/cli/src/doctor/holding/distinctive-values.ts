/** A value that has a digit is an identifier from so many characters on; one without is a phrase from so many on. */
const IDENTIFIER = 4;
const PHRASE = 12;
/** Values of one result that are looked for. */
const MOST = 200;
/** Characters of a text whose words are looked for. */
const LONGEST = 20_000;

const WORD = /[\p{L}\p{N}]+(?:[-_/.:][\p{L}\p{N}]+)*/gu;

const INSIDE_WORD = /^[\p{L}\p{N}]{2}$/u;

/**
 * The values of a result by which somebody who uses it can be told: its identifiers, which have a digit and at least four characters, and its texts of at least
 * twelve characters. A text that is JSON counts as what it says.
 *
 * @param result as the agent got it
 * @param known  texts from before it: what they have tells nothing
 */
export function distinctiveValues(result: unknown, known: readonly string[]): readonly string[] {
  const values = new Set(textsIn(result).flatMap((text) => [text, ...wordsIn(text)]));
  return [...values]
    .filter((value) => isDistinctive(value) && !known.some((text) => mentions(text, value)))
    .slice(0, MOST);
}

const isDistinctive = (value: string): boolean =>
  value.length >= PHRASE || (value.length >= IDENTIFIER && /\p{N}/u.test(value));

const wordsIn = (text: string): readonly string[] =>
  (text.slice(0, LONGEST).match(WORD) ?? []).filter((word) => /\p{N}/u.test(word));

/** All texts and numbers in a value, as texts. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const left: unknown[] = [value];
  const seen = new Set<object>();
  while (left.length > 0 && texts.length < LONGEST) {
    const next = left.pop();
    if (typeof next === "object" && next !== null) {
      if (!seen.has(next)) for (const each of Object.values(next)) left.push(each);
      seen.add(next);
    } else if (typeof next === "number") texts.push(String(next));
    else if (typeof next === "string") {
      const parsed = parsedFrom(next);
      if (parsed === undefined) texts.push(next.trim());
      else left.push(parsed);
    }
  }
  return texts;
}

/** Value of a text as JSON, if that is an object or a list. */
function parsedFrom(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text has a value, as it is or as JSON writes it, and not as a part of a longer word. */
export function mentions(text: string, value: string): boolean {
  return [value, JSON.stringify(value).slice(1, -1)].some((form) => {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
      if (!isWithin(text, at, at + form.length)) return true;
    return false;
  });
}

/** Whether the part of a text from `start` to `end` continues a word on either side. */
const isWithin = (text: string, start: number, end: number): boolean =>
  [start, end].some((at) => at > 0 && INSIDE_WORD.test(text.slice(at - 1, at + 1)));
