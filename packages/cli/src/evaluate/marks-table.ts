import { printable } from "@langgraph-rollback/inspector/shared";
import { SET_COLUMNS, SET_FIGURES, setFiguresTables, withError } from "./attributors/set-figures-table.ts";
import { plainTable } from "../terminal/plain-table.ts";
import type { SplitSizes } from "./evaluation-report.ts";
import type { MarksReport, MarksResult } from "./marks-report.ts";
import { LABELS_TO_FIT } from "./marks-scorers.ts";

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

function heading({ n, options, results, units }: MarksReport): readonly string[] {
  const { alpha, seed, splitBy, splits } = options;
  const whole = splitBy === undefined ? "" : `, which part none of ${units} ${printable(splitBy)}`;
  const guarantees = new Set(results.map(({ guarantee }) => guarantee));
  const isExact = !guarantees.has("approximate");
  return [
    `${n} labelled trajectories, ${splits} random even split${splits === 1 ? "" : "s"} (seed ${seed})${whole}:`,
    ...sizesOf(results, units === undefined ? "" : "about "),
    `Target ${(1 - alpha).toFixed(3)} (alpha ${alpha}); ${isExact ? "fitted and calibrated apart." : "approximate where fitted and calibrated on the same half."}`,
  ];
}

/** How labels are used, of the scorers that are fitted in each split, and of the others. */
function sizesOf(results: readonly MarksResult[], about: string): readonly string[] {
  const fitted = results.find(({ sizes }) => sizes.fitted > 0)?.sizes;
  const shipped = results.find(({ sizes }) => sizes.fitted === 0)?.sizes;
  const used = ({ calibrated, tested }: SplitSizes): string =>
    `${about}${calibrated} calibrate, ${about}${tested} are predicted.`;
  return [
    ...(fitted === undefined ? [] : [`${about}${fitted.fitted} fit, ${used(fitted)}`]),
    ...(shipped === undefined ? [] : [`Marks read by weights that ship: none fit, ${used(shipped)}`]),
  ];
}

function notes({ options: { splitBy }, results }: MarksReport): readonly string[] {
  const areFitted = results.slice(1).map(({ sizes }) => sizes.fitted > 0);
  return [
    `Mean ± standard error over ${splitBy === undefined ? "trajectories" : `values of ${printable(splitBy)}`}. Removed: 1 - |C| / l. Rollback`,
    "cov.: sets that start at or before the decisive step. Redo cost: 1 - start / l.",
    ...(areFitted.includes(false)
      ? [`With fewer than ${LABELS_TO_FIT} labels in a half, marks are read by weights that ship.`]
      : []),
    ...(areFitted.includes(true)
      ? ["What is fitted weighs each model's opinions with positions and local features."]
      : []),
    "position: fitted, without a model.",
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
