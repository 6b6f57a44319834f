import type { ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";
import { plainTable } from "../../terminal/plain-table.ts";
import type { Accuracy, AttributorReport } from "@langgraph-rollback/lab/attributors";

/** More pairs than this only in the JSON. */
const MOST_PAIRS = 10;

/** Intervals of a group's figures, how far runs differ, and which methods differ. */
export function intervalLines(report: AttributorReport, group: string | null): readonly string[] {
  const rows = report.results.flatMap(({ groups, name, withTruth }) =>
    groups
      .filter((each) => each.group === group)
      .map((each) => ({ ...each, name: withTruth ? `${name} +G` : name })),
  );
  const table = plainTable(["95 % intervals", "Agent", "Step", "AUROC", "AUPRC"]);
  for (const { intervals, name } of rows) {
    const { agent, auprc, auroc, step } = intervals;
    table.push([name, ...[agent, step, auroc, auprc].map(cell)]);
  }
  return ["", table.toString(), ...spreadLines(rows), ...pairLines(report, group)];
}

function cell(interval: ConfidenceInterval | undefined): string {
  return interval === undefined ? "-" : `${interval.lower.toFixed(3)}-${interval.upper.toFixed(3)}`;
}

function spreadLines(rows: readonly { readonly name: string; readonly std?: Accuracy }[]): readonly string[] {
  const spread = rows.flatMap(({ name, std }) => (std === undefined ? [] : [{ name, std }]));
  if (spread.length === 0) return [];
  const table = plainTable(["Std between runs", "Agent", "Step", "AUROC", "AUPRC"]);
  for (const { name, std } of spread)
    table.push([name, ...[std.agent, std.step, std.auroc, std.auprc].map((value) => value.toFixed(3))]);
  return ["", table.toString()];
}

function pairLines({ comparisons }: AttributorReport, group: string | null): readonly string[] {
  const pairs = comparisons.filter((pair) => pair.group === group);
  if (pairs.length === 0) return [];
  const table = plainTable(["Step right: first, second", "Only 1st", "Only 2nd", "p", "Holm"]);
  for (const { first, second, step, stepHolm } of pairs
    .toSorted((one, other) => one.step.p - other.step.p)
    .slice(0, MOST_PAIRS))
    table.push([
      `${first}, ${second}`,
      `${step.onlyFirst}`,
      `${step.onlySecond}`,
      step.p.toPrecision(2),
      stepHolm.toPrecision(2),
    ]);
  const more = pairs.length - MOST_PAIRS;
  return [
    "",
    table.toString(),
    ...(more > 0 ? [`And ${more} pairs with a larger p; --json lists all.`] : []),
  ];
}
