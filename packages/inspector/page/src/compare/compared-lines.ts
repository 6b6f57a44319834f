import type { ComparedRow } from "../../../src/shared/comparing/align-steps.ts";

/** A line of the list: the kept steps in one, until they are unfolded, the place of the fork, or a row. */
export type ComparedLine =
  | { readonly kind: "fold"; readonly kept: number }
  | { readonly kind: "fork"; readonly kept: number }
  | { readonly kind: "row"; readonly row: number };

/** @param rows aligned steps, the kept ones first */
export function comparedLines(rows: readonly ComparedRow[], isUnfolded: boolean): readonly ComparedLine[] {
  const firstRedone = rows.findIndex(({ kind }) => kind !== "kept");
  const kept = firstRedone === -1 ? rows.length : firstRedone;
  const line = (row: number): ComparedLine => ({ kind: "row", row });
  const all = rows.map((_, row) => line(row));
  const fork: ComparedLine = { kind: "fork", kept };
  if (kept === 0) return [fork, ...all];
  return [{ kind: "fold", kept }, ...(isUnfolded ? all.slice(0, kept) : []), fork, ...all.slice(kept)];
}
