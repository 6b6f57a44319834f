import { plainTable } from "../../terminal/plain-table.ts";
import {
  type AttributorReport,
  PUBLISHED_SOLUTIONS,
  type SolutionFigures,
} from "@langgraph-rollback/lab/attributors";

const HEAD = ["Method", "Right", "Wrong", "Sol. acc", "Sol. F1", "Step acc", "Step F1"];

/** Figures over right and wrong trajectories of a group; no line where there are none that went right. */
export function solutionLines(report: AttributorReport, group: string | null): readonly string[] {
  const baselines = report.chance.flatMap((each) => (each.group === group ? each.solutions : []));
  if (baselines.length === 0) return [];
  const table = plainTable(HEAD);
  for (const { name, figures } of baselines) table.push([name, ...cells(figures)]);
  for (const { name, withTruth, groups } of report.results)
    for (const each of groups)
      if (each.group === group)
        table.push([
          withTruth ? `${name} +G` : name,
          ...(each.solutions === undefined ? HEAD.slice(1).map(() => "-") : cells(each.solutions)),
        ]);
  return ["", table.toString()];
}

/** Meaning of the columns, and figures that RAFFLES' authors report. */
export function solutionNotes({ right }: AttributorReport): readonly string[] {
  if (right === 0) return [];
  const theirs = plainTable(["Theirs", "By", "Sol. acc", "Sol. F1", "Step acc", "Step F1"]);
  for (const { by, set, solutionAccuracy, solutionF1, stepAccuracy, stepF1 } of PUBLISHED_SOLUTIONS)
    theirs.push([
      set,
      by,
      ...[solutionAccuracy, solutionF1, stepAccuracy, stepF1].map((percent) =>
        percent === undefined ? "-" : (percent / 100).toFixed(3),
      ),
    ]);
  return [
    "",
    `${right} trajectories went right; methods were not told how any run ended.`,
    "Sol.: called right or wrong. Step: the first wrong step named, or none in a",
    "right one. F1: mean of finding wrong and right ones, ReasonEval's definition.",
    "all right, first step: what finding no fault, and always blaming the first step,",
    "get. Ensembles do not judge trajectories that went right.",
    "",
    theirs.toString(),
    "raffles-reasoning as published on all of ReasonEval, with K = 2 where nothing",
    "else is said; not measured here (arXiv:2509.06822, tables 2, 10 and 13).",
  ];
}

function cells(figures: SolutionFigures): readonly string[] {
  const { right, solutionAccuracy, solutionF1, stepAccuracy, stepF1, wrong } = figures;
  return [
    `${right}`,
    `${wrong}`,
    ...[solutionAccuracy, solutionF1, stepAccuracy, stepF1].map((value) => value.toFixed(3)),
  ];
}
