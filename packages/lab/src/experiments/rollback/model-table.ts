import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import { share, table } from "../../documents/table.ts";
import type { BoundedFigure, TableFigures, TableRow } from "./model-figures.ts";

/** Rows of a system's arms. */
export interface SystemRows {
  readonly system: string;
  /** Failed runs that were tried. */
  readonly n: number;
  readonly rows: readonly TableRow[];
}

const HEADS = [
  "",
  "failed runs",
  ...["1 rollback", `at most ${ROLLBACKS}`].flatMap((most) =>
    ["coverage", "success", "tokens", "cost"].map((figure) => `${figure}, ${most}`),
  ),
];

/** One table of all arms on all systems. */
export const modelTable = (systems: readonly SystemRows[]): string =>
  table(
    HEADS,
    systems.flatMap(({ n, rows, system }) =>
      rows.map(({ all, label, once }) => [`${system}, ${label}`, String(n), ...cells(once), ...cells(all)]),
    ),
  );

const cells = ({ cost, coverage, success, tokens }: TableFigures): readonly string[] => [
  coverage === undefined ? "" : withInterval(coverage, share),
  withInterval(success, share),
  tokens.toFixed(0),
  withInterval(cost, dollars),
];

const withInterval = ({ lower, upper, value }: BoundedFigure, inWords: (value: number) => string): string =>
  `${inWords(value)} (${inWords(lower)} to ${inWords(upper)})`;

/** Money as people read it, small amounts too. */
export const dollars = (amount: number): string => `$${amount.toFixed(5)}`;
