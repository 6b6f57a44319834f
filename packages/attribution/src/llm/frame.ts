import { createHash } from "node:crypto";

/** @internal Untrusted text and what it is called in the prompt. */
export interface FramedText {
  /** "trace", "task", "rejection", "right answer". */
  readonly label: string;
  /** Untrusted: any text. */
  readonly text: string;
}

/**
 * @internal Puts untrusted texts into a prompt so that nothing in them can close their frame: each line is JSON, and no
 * text holds the mark of its own frame.
 *
 * @param texts in order; framed with one mark, made from the first of them, so that calls which go on from the same
 *              beginning share it
 */
export function framed(texts: readonly FramedText[]): { readonly mark: string; readonly body: string } {
  const mark = markOf(texts);
  const body = texts
    .map(({ label, text }) => `<<${label} ${mark}>>\n${text}\n<<end of ${label} ${mark}>>`)
    .join("\n\n");
  return { mark, body };
}

/** Twelve hexadecimal digits that none of the texts contains. */
function markOf(texts: readonly FramedText[]): string {
  const whole = JSON.stringify(texts);
  for (let salt = 0; ; salt += 1) {
    const mark = createHash("sha256")
      .update(`${salt}\n${texts[0]?.text ?? ""}`)
      .digest("hex")
      .slice(0, 12);
    if (!whole.includes(mark)) return mark;
  }
}

/** @internal A value as JSON on one line, in which no markup and no line end of any kind is left. */
export function asLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0085\u2028\u2029<>]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
