import type { Output } from "./output.ts";

/** Columns of a line of text: those of the terminal, but at most 120, which people still read; 80 in a pipe or a file. */
export function lineWidth({ columns = 80 }: Pick<Output, "columns">): number {
  return Math.min(120, Math.max(80, columns));
}
