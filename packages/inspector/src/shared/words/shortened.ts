/** The beginning of a text, and how many characters were left out. */
export interface ShortenedText {
  readonly text: string;
  readonly omitted: number;
}

/** At most so many characters of a text, well-formed; where something is cut off, it ends in "…". */
export function shortened(text: string, length: number): ShortenedText {
  if (text.length <= length) return { text: wellFormed(text), omitted: 0 };
  const end = Math.max(length - 1, 0);
  const isInside = end > 0 && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  const kept = text.slice(0, isInside ? end - 1 : end);
  return { text: `${ownText(wellFormed(kept))}…`, omitted: text.length - kept.length };
}

/** The same text without the long one that it was cut out of, which V8 would hold as long as the part. */
function ownText(wellFormedText: string): string {
  const own: string = JSON.parse(JSON.stringify(wellFormedText));
  return own;
}

/** The same, by how long the text is as JSON, which may take six characters for one. */
export function shortenedAsJson(text: string, length: number): ShortenedText {
  const kept = shortened(text, length);
  const quotes = 2;
  return JSON.stringify(kept.text).length <= length + quotes ? kept : shortened(text, Math.floor(length / 6));
}

/** The beginning of a text on one line. */
export function oneLine(text: string, length: number): string {
  // Of a text that is very long, only what can be shown is looked at.
  const start = shortened(text, length * 4);
  const line = start.text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return shortened(line, length).text;
}

/** Lone halves of a character replaced, so that the text can be encoded. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}
