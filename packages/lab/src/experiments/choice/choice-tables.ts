import { table } from "../../documents/table.ts";
import { cheapest, type MeasuredCell } from "./choice-cell.ts";

/** Shares of runs that fail, in order. */
export const failingOf = (cells: readonly MeasuredCell[]): readonly number[] => [
  ...new Set(cells.map(({ failing }) => failing)),
];

/** Cells of one share of failing runs, a row for each AUROC, the highest first. */
export function rowsOf(
  cells: readonly MeasuredCell[],
  failing: number,
): readonly (readonly MeasuredCell[])[] {
  const own = cells.filter((cell) => cell.failing === failing);
  const aurocs = [...new Set(own.map(({ auroc }) => auroc))].toSorted((one, other) => other - one);
  return aurocs.map((auroc) => own.filter((cell) => cell.auroc === auroc));
}

/** Share of the cost of restarting that the cheapest policy saves in a cell; 0 where that is the cheapest. */
export function savingIn(cell: MeasuredCell): number {
  const restart = cell.arms.find(({ policy }) => policy === "restart");
  const best = cheapest(cell);
  return restart === undefined || best === undefined ? 0 : 1 - best.cost / restart.cost;
}

/** The part of the document. */
export const CHOICE_SUMMARY =
  "![The cheapest policy by run length, scorer and share of failing runs](benchmarks/choice.svg)";

/** For each share of failing runs: which policy is cheapest, and what it costs of restarting. */
export function choiceMarkdown(cells: readonly MeasuredCell[]): string {
  const tables = failingOf(cells).flatMap((failing) => {
    const rows = rowsOf(cells, failing);
    const lengths = rows[0]?.map(({ length }) => `${length} steps`) ?? [];
    return [
      `**${100 * failing} % of the runs fail**`,
      table(
        ["AUROC of the scorer", ...lengths],
        rows.map((row) => [(row[0]?.auroc ?? 0).toFixed(2), ...row.map(cellText)]),
      ),
    ];
  });
  return [CHOICE_SUMMARY, ...tables].join("\n\n");
}

function cellText(cell: MeasuredCell): string {
  const policy = cheapest(cell)?.policy ?? "";
  return policy === "restart" ? policy : `${policy}, −${percent(savingIn(cell))}`;
}

/** As a whole number with its sign: `23 %`. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`;
