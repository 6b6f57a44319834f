import { plainLine } from "../shared/words/plain-line.ts";

/**
 * The beginning of an untrusted text as a code span of Markdown: nothing in it is markup, a link, a mention of somebody or a
 * reference to an issue. Not for cells of tables, which a "|" would end.
 *
 * @param width in ordinary letters
 */
export function quotedCode(text: string, width: number): string {
  const line = plainLine(text, width);
  if (line === "") return "(nothing)";
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  // A span that begins or ends with a backtick needs the blanks, and loses them again when it is shown.
  const blank = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${blank}${line}${blank}${fence}`;
}
