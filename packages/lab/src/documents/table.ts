import { markdownTable } from "markdown-table";

/** A table in Markdown: the first column is aligned to the left, the others to the right. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable([heads, ...rows], { align: heads.map((_, at) => (at === 0 ? "l" : "r")) });

/** A share in [0, 1] as the tables of this repository write it: ".81". */
export const share = (value: number, digits = 2): string => value.toFixed(digits).replace(/^(-?)0\./, "$1.");
