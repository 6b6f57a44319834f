import type { ChainItem } from "./problem.ts";

const RESULT = /^\s*(?:[=$]\s*)*-?[\d.,]*\d/;

/**
 * A sub-question as a statement with a gap, made from the annotated sentence: "Kendra has 4 x 3 = 12 pens" becomes
 * "Kendra has ? pens". Undefined when the sentence does not spell its calculation out.
 */
export function describePart(item: ChainItem): string | undefined {
  const equals = item.text.lastIndexOf("=");
  const operands = item.expr.match(/\d+(?:\.\d+)?/g);
  if (equals < 0 || operands === null) return undefined;
  const start = startOfCalculation(item.text.slice(0, equals), operands);
  const after = item.text.slice(equals);
  const result = RESULT.exec(after)?.[0];
  if (start === undefined || result === undefined) return undefined;
  const before = withoutEnd(item.text.slice(0, start), /[\s$(:]/);
  const statement = `${before} ? ${after.slice(result.length).trim()}`
    .replace(/\s+/g, " ")
    .replace(/ ([.,%])/g, "$1");
  return withoutEnd(statement, /[.\s]/).trim();
}

/** The text without the characters at its end that are of a kind. */
function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Start of the operands, read from the right; undefined when one of them is not written out. */
function startOfCalculation(text: string, operands: readonly string[]): number | undefined {
  let end = text.length;
  for (const operand of operands.toReversed()) {
    const at = text.slice(0, end).lastIndexOf(operand);
    if (at < 0) return undefined;
    end = at;
  }
  return end;
}
