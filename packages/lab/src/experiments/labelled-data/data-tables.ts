import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import { share, table } from "../../documents/table.ts";
import { PAPER_SCORERS, PUBLISHED_REMOVAL } from "../published/removal-rates.ts";
import { DATA_SETS } from "./data-sets.ts";
import type { DataFigures } from "./measure-data.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

/** A table for each set that was measured. */
export const dataTables = (figures: readonly DataFigures[]): readonly string[] =>
  DATA_SETS.flatMap(({ name }) => {
    const own = figures.filter(({ set }) => set === name);
    return own.length === 0 ? [] : [dataTable(name, own)];
  });

/** Methods that the document shows: the paper's plain one, and ours. */
const SHOWN = ["vanilla", "interval", "list", "suffix"] as const;

/** A row for each set that was measured, by the last of its scorers: that reads texts or opinions. */
export const lastScorersTable = (figures: readonly DataFigures[]): string =>
  table(
    ["failures", "scorer", ...SHOWN.map((method) => `\`${method}\``)],
    DATA_SETS.flatMap(({ name }) => {
      const found = figures.findLast(({ set }) => set === name);
      if (found === undefined) return [];
      return [[`${name}, ${found.n}`, found.scorer, ...SHOWN.map((method) => cell(found, method))]];
    }),
  );

function dataTable(name: string, own: readonly DataFigures[]): string {
  const papers = name === "Who&When" ? PAPER_SCORERS.filter((each) => each.name !== "fine-tuned") : [];
  const published = (method: ConformalMethod): readonly string[] =>
    papers.map((paper) =>
      (PUBLISHED_REMOVAL["Who&When"][method]?.[paper.name] ?? []).map((rate) => share(rate)).join(""),
    );
  return table(
    [
      `${name}, ${own[0]?.n ?? 0}`,
      ...own.map(
        ({ calibrated, fitted, scorer, splits }) => `${scorer} (${fitted} + ${calibrated}, ${splits} splits)`,
      ),
      ...papers.map((paper) => `paper, ${paper.name}`),
    ],
    MEASURED_METHODS.map((method) => [
      `\`${method}\``,
      ...own.map((each) => cell(each, method)),
      ...published(method),
    ]),
  );
}

/** Removal rate, coverage and redo cost. */
function cell({ methods }: DataFigures, method: ConformalMethod): string {
  const found = methods[method];
  if (found === undefined) return "";
  return [found.removalRate, found.coverage, found.redoCost].map(({ mean }) => share(mean)).join(" / ");
}
