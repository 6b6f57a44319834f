import { plainTable } from "./plain-table.ts";

/** Figures in rows, as a table for the terminal. */
export function figuresTable({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): string {
  const table = plainTable(head);
  for (const row of rows) table.push([...row]);
  return table.toString();
}
