/** One JSON value inside a text, still to be parsed. */
export interface JsonPart {
  readonly text: string;
  /** Line that it begins on, from 1. */
  readonly line: number;
}

/** Finds the next quotation mark, line break, backslash or bracket. */
const MARK = /["\\\n\r[\]{}]/g;

/** Characters between values. */
const BETWEEN = /[\s,\uFEFF]/;

/**
 * The values of a JSON text in their order: the items if the text is a list, otherwise the values that follow each other, one a line or over several
 * lines. Takes time linear in the length.
 *
 * A value that is cut short ends with the text.
 */
export function jsonValues(text: string): readonly JsonPart[] {
  const start = text.search(/[^\s\uFEFF]/);
  if (start < 0) return [];
  const list = text[start] === "[";
  const parts: JsonPart[] = [];
  let line = 1 + lineBreaks(text.slice(0, start));
  let at = list ? start + 1 : start;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === "\n") line += 1;
    if (BETWEEN.test(character)) at += 1;
    else if (list && character === "]") {
      // Text that follows the list is a part of its own: it must be noticed.
      for (const each of rest(text, at + 1, line)) parts.push(each);
      return parts;
    } else {
      const end = endOf(text, at);
      const part = text.slice(at, end);
      parts.push({ text: part, line });
      line += lineBreaks(part);
      at = end;
    }
  }
  return list ? [...parts, { text: "[", line }] : parts;
}

/** Position after the value that begins at `start`. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  MARK.lastIndex = start;
  for (let found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
    const { index } = found;
    const mark = found[0];
    if (mark === "\\") MARK.lastIndex = index + 2;
    else if (mark === '"') quoted = !quoted;
    else if (mark === "\n" || mark === "\r") {
      if (depth === 0) return index;
    } else if (!quoted) {
      depth += mark === "{" || mark === "[" ? 1 : -1;
      if (depth <= 0) return depth < 0 ? Math.max(index, start + 1) : index + 1;
    }
  }
  return text.length;
}

function rest(text: string, from: number, line: number): readonly JsonPart[] {
  const after = text.slice(from).trimEnd();
  const skipped = after.length - after.trimStart().length;
  return after === ""
    ? []
    : [{ text: after.slice(skipped), line: line + lineBreaks(after.slice(0, skipped)) }];
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
