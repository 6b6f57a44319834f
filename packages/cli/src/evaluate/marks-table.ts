import { printable } from "@langgraph-rollback/inspector/shared";
import { SET_COLUMNS, SET_FIGURES, setFiguresTables, withError } from "../attributors/set-figures-table.ts";
import { plainTable } from "../terminal/plain-table.ts";
import type { MarksReport } from "./marks-report.ts";

/** The figures for people. Only long names of models and groups make it wider than 80 characters. */
export function marksTable(report: MarksReport): string {
  return [
    ...heading(report),
    ...setFiguresTables(report.results).flatMap((table) => ["", table]),
    "",
    ...notes(report),
    ...groupTables(report),
  ].join("\n");
}

function heading({ guarantee, n, options, sizes, units }: MarksReport): readonly string[] {
  const { alpha, seed, splitBy, splits } = options;
  const about = units === undefined ? "" : "about ";
  const whole = splitBy === undefined ? "" : `, which part none of ${units} ${printable(splitBy)}`;
  return [
    `${n} labelled trajectories, ${splits} random even split${splits === 1 ? "" : "s"} (seed ${seed})${whole}:`,
    `${about}${sizes.fitted} fit, ${about}${sizes.calibrated} calibrate, ${about}${sizes.tested} are predicted.`,
    `Target ${(1 - alpha).toFixed(3)} (alpha ${alpha}); ${guarantee === "exact" ? "fitted and calibrated apart." : "approximate, as fitted and calibrated on the same half."}`,
  ];
}

function notes({ options: { splitBy } }: MarksReport): readonly string[] {
  return [
    `Mean ± standard error over ${splitBy === undefined ? "trajectories" : `values of ${printable(splitBy)}`}. Removed: 1 - |C| / l. Rollback`,
    "cov.: sets that start at or before the decisive step. Redo cost: 1 - start / l.",
    "Each model's marks are weighed with positions and local features; position: without a model.",
  ];
}

function groupTables({ options, results }: MarksReport): readonly string[] {
  const { group, methods } = options;
  if (group === undefined) return [];
  const tables = methods.map((method) => {
    const table = plainTable([method, printable(group), ...SET_COLUMNS]);
    for (const { evaluation, name } of results) {
      for (const bin of evaluation.methods[method]?.byGroup ?? []) {
        const figures = SET_FIGURES.map((figure) => withError(bin[figure], bin.standardErrors?.[figure]));
        table.push([printable(name), printable(bin.label), ...figures]);
      }
    }
    return `\n${table.toString()}`;
  });
  return [
    "",
    `Each ${printable(group)} has a threshold of its own; too few of them for alpha get full sets.`,
    ...tables,
  ];
}
