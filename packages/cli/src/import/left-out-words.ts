import { printable } from "@langgraph-rollback/inspector/shared";
import type { LeftOut } from "../formats/read-traces.ts";

/** Pieces that are named; of further ones the number is told. */
export const SHOWN_LEFT_OUT = 5;

/** Lines that tell what was left out, to follow a sentence; empty if nothing was. */
export function leftOutWords(shown: readonly LeftOut[], count: number): string {
  if (count === 0) return "";
  const lines = shown.map(({ field, file, line, reason }) => {
    const place = field === "" ? `line ${line}` : `line ${line}, ${field}`;
    return `  ${printable(file)}, ${printable(place)}: ${printable(reason)}`;
  });
  const more = count > shown.length ? [`  and ${count - shown.length} more`] : [];
  return [
    `\nLeft out ${count} ${count === 1 ? "piece" : "pieces"} that could not be read:`,
    ...lines,
    ...more,
  ].join("\n");
}
