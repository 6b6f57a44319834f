import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import { share, table } from "../../documents/table.ts";
import { SIMULATED_SCORERS } from "../../simulated/simulated-scorer.ts";
import { PAPER_SCORERS, PUBLISHED_REMOVAL } from "../published/removal-rates.ts";
import { figuresOf, removalOf } from "./coverage-figures.ts";
import { type Setting, type SettingFigures, SETTINGS } from "./measure-setting.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

/** At this miss rate the paper compares removal rates. */
export const ALPHA = 0.2;

/** Coverage of every method at every alpha: the least and the most of all settings and scorers. */
export function coverageTable(figures: readonly SettingFigures[]): string {
  const alphas = [...new Set(figures.map(({ alpha }) => alpha))].toSorted((a, b) => b - a);
  const cell = (method: ConformalMethod, alpha: number): string => {
    const means = figuresOf(figures, { method, alpha }).map(({ coverage }) => coverage.mean);
    return `${share(Math.min(...means), 3)} to ${share(Math.max(...means), 3)}`;
  };
  return table(
    ["", ...alphas.map((alpha) => `1 - alpha = ${share(1 - alpha)}`)],
    MEASURED_METHODS.map((method) => [`\`${method}\``, ...alphas.map((alpha) => cell(method, alpha))]),
  );
}

/** Removal rates of every method and scorer in one setting, the paper's beside ours. */
function removalTable(figures: readonly SettingFigures[], setting: Setting): string {
  const columns = SIMULATED_SCORERS.flatMap(({ name }) => {
    const ours = (method: ConformalMethod): string =>
      removalCell(removalOf(figures, { setting, scorer: name, method, alpha: ALPHA }));
    const paper = PAPER_SCORERS.find(({ simulated }) => simulated === name);
    const published = (method: ConformalMethod): string =>
      (paper === undefined ? undefined : PUBLISHED_REMOVAL[setting][method]?.[paper.name])
        ?.map((rate) => share(rate))
        .join(" / ") ?? "";
    const both = [{ head: name, cell: ours }];
    if (paper !== undefined) both.push({ head: `paper, ${paper.name}`, cell: published });
    return both.filter((column) => MEASURED_METHODS.some((method) => column.cell(method) !== ""));
  });
  return table(
    [TITLES[setting], ...columns.map(({ head }) => head)],
    MEASURED_METHODS.map((method) => [`\`${method}\``, ...columns.map(({ cell }) => cell(method))]),
  );
}

/** Removal rates of every method with one scorer, a column a kind of data. */
export const removalByData = (figures: readonly SettingFigures[], scorer: string): string =>
  table(
    ["", ...SETTINGS.map((setting) => TITLES[setting])],
    MEASURED_METHODS.map((method) => [
      `\`${method}\``,
      ...SETTINGS.map((setting) =>
        removalCell(removalOf(figures, { setting, scorer, method, alpha: ALPHA })),
      ),
    ]),
  );

export const removalTables = (figures: readonly SettingFigures[]): readonly string[] =>
  SETTINGS.map((setting) => removalTable(figures, setting));

const TITLES: Readonly<Record<Setting, string>> = {
  left: "left dense",
  mid: "mid dense",
  right: "right dense",
  uniform: "uniform (paper: MATH)",
  "Who&When": "Who&When",
};

const removalCell = (rate: number | undefined): string => (rate === undefined ? "" : share(rate));
