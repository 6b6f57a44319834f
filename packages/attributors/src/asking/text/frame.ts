import { createHash } from "node:crypto";

const DIGITS = 9;
/** Lines of the first text that the mark is made from: a trace that grows keeps them. */
const LINES = 2;

/** @internal Untrusted text and what it is called in the prompt. */
export interface FramedText {
  /** "trace", "task", "rejection", "right answer". */
  readonly label: string;
  /** Untrusted: any text. */
  readonly text: string;
}

/**
 * Characters that may open a frame or a role marker of a chat template (`<`, `[INST]`), end a line, or show text other
 * than it is: controls, marks of direction, characters without width, tags.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /<|\[(?=\/?[A-Z_]+\])|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * @internal Puts untrusted texts into a prompt. Nothing in them can close their frame: each line is JSON, and no
 * text holds the mark of its own frame. A text that holds what {@link asLine} would not let through is put on one line
 * by it.
 *
 * @param texts in order; framed with one mark, made from the first lines of the first of them, so calls with the same beginning share it
 * @throws {RangeError} if a label is not plain words
 */
export function framed(texts: readonly FramedText[]): { readonly mark: string; readonly body: string } {
  const safe = texts.map(({ label, text }) => ({
    label: checked(label),
    text: isSafe(text) ? text : asLine(text),
  }));
  const mark = markOf(safe);
  const body = safe
    .map(({ label, text }) => `<<${label} ${mark}>>\n${text}\n<<end of ${label} ${mark}>>`)
    .join("\n\n");
  return { mark, body };
}

/** Nine digits, for few tokens, that none of the texts contains. */
function markOf(texts: readonly FramedText[]): string {
  const whole = JSON.stringify(texts);
  const beginning = (texts[0]?.text ?? "").split("\n", LINES).join("\n");
  for (let salt = 0; ; salt += 1) {
    const hash = createHash("sha256").update(`${salt}\n${beginning}`).digest();
    const mark = String(hash.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
    if (!whole.includes(mark)) return mark;
  }
}

/**
 * @internal A value as JSON on one line, in which no character is left that could be taken for markup, end the line, or
 * show the text other than it is. `JSON.parse` gives the value back, a bigint as its digits.
 */
export function asLine(value: unknown): string {
  return jsonOf(value).replaceAll(UNSAFE, escaped);
}

/** @internal A value as JSON; a bigint, which JSON has not, as its digits in a text. */
export function jsonOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item));
}

/** Each half of a pair on its own, as JSON wants it. */
function escaped(found: string): string {
  return Array.from({ length: found.length }, (_, index) => found.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

function isSafe(text: string): boolean {
  return text.search(UNSAFE) < 0;
}

function checked(label: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u.test(label)) return label;
  throw new RangeError(
    `Expected \`label\` of a framed text to be plain words, got ${JSON.stringify(label)}.`,
  );
}
