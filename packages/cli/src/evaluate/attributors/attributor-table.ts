import { printable } from "@langgraph-rollback/inspector/shared";
import { plainTable } from "../../terminal/plain-table.ts";
import type { Accuracy, AttributorReport, GroupResult } from "@langgraph-rollback/lab/attributors";
import { intervalLines } from "./interval-table.ts";
import { setFiguresTables } from "./set-figures-table.ts";
import { publishedLines } from "./published-table.ts";
import { solutionLines, solutionNotes } from "./solution-table.ts";

/** The figures for people. Only long names make it wider than 80 characters. */
export function attributorTable(report: AttributorReport): string {
  return [
    ...heading(report),
    ...report.chance.flatMap(({ group, n }) => ["", ...groupLines(report, group, n)]),
    "",
    "Agent, step: share named right. ±t: named within t steps. AUROC, AUPRC: of the",
    "scores of steps, by trajectory. chance: any step alike, with its agent;",
    "chance/agent: any agent of the trajectory alike; both computed. most-blamed: the",
    "agent that other labels blame most; most-active: the one with most steps;",
    "first-write: the first step that calls a tool that writes. No model is asked for",
    "these. +G: told the right answer. Calls, tokens, seconds, cost: means over",
    "trajectories. Missing: share of steps without a score.",
    ...(report.chance.some(({ agentOfAgents, agentOfRoles }) => agentOfAgents !== agentOfRoles)
      ? ["chance/role: any role alike, as the data writes roles, such as agent (thought)."]
      : []),
    report.repeat === 1
      ? "Intervals: Clopper-Pearson; AUROC, AUPRC: bootstrap over trajectories."
      : `Means of ${report.repeat} runs with a seed each; intervals: bootstrap over trajectories.`,
    "p: McNemar's exact test on the same trajectories; Holm: p for all pairs at once.",
    ...solutionNotes(report),
    ...setLines(report),
    ...problemLines(report),
    ...publishedLines(report.published),
  ].join("\n");
}

function setLines({ results }: AttributorReport): readonly string[] {
  const named = results.flatMap(({ name, sets, withTruth }) =>
    sets === undefined ? [] : [{ name: withTruth ? `${name} +G` : name, evaluation: sets.evaluation }],
  );
  const [first] = named;
  if (first === undefined) return [];
  const { alpha, splits } = first.evaluation;
  return [
    "",
    `Sets, target ${(1 - alpha).toFixed(3)} (alpha ${alpha}), over ${splits} random even splits; ± standard error.`,
    ...setFiguresTables(named).flatMap((table) => ["", table]),
    "",
    "Removed: 1 - |C| / l. Rollback cov.: sets that start at or before the decisive",
    "step. Redo cost: 1 - start / l. Methods that learn are fitted in each split.",
  ];
}

function heading({ n, settings, source, withTruthKnown }: AttributorReport): readonly string[] {
  const { name, from, file = "", simulated } = source;
  const where = {
    cassette: `Model: ${name}, replayed from ${file}.`,
    endpoint: `Model: ${name}, called at its endpoint.`,
    nobody: "No model was called.",
  }[from];
  return [
    `${n} labelled trajectories, ${withTruthKnown} with the right answer.`,
    printable(where),
    ...(settings === undefined ? [] : [`Settings: ${printable(settings.join(", "))}.`]),
    ...(simulated === undefined
      ? []
      : [`SIMULATED: ${printable(simulated)}. No figure below says how good a method is.`]),
  ];
}

function groupLines(report: AttributorReport, group: string | null, n: number): readonly string[] {
  const rows = report.results.flatMap(({ name, withTruth, groups }) =>
    groups
      .filter((each) => each.group === group)
      .map((each) => ({ name: withTruth ? `${name} +G` : name, ...each })),
  );
  const right = plainTable(["Method", "Agent", "Step", "±1", "±2", "±3", "±4", "±5", "AUROC", "AUPRC"]);
  for (const each of report.chance) {
    if (each.group !== group) continue;
    const { accuracy, agentOfAgents, agentOfRoles, baselines } = each;
    right.push(["chance", ...accuracyCells(accuracy)], agentRow("chance/agent", agentOfAgents));
    if (agentOfRoles !== agentOfAgents) right.push(agentRow("chance/role", agentOfRoles));
    for (const one of baselines) right.push([one.name, ...accuracyCells(one.accuracy)]);
  }
  for (const { name, accuracy } of rows) right.push([name, ...accuracyCells(accuracy)]);
  const costs = plainTable(["Method", "Calls", "Input", "Output", "Seconds", "Cost", "Missing"]);
  for (const { name, costs: each } of rows) costs.push([name, ...costCells(each)]);
  const title = group === null ? [] : [`${printable(group)}: ${n} trajectories`];
  return [
    ...title,
    right.toString(),
    ...intervalLines(report, group),
    ...solutionLines(report, group),
    "",
    costs.toString(),
  ];
}

function agentRow(name: string, share: number): string[] {
  return [name, share.toFixed(3), ...Array<string>(8).fill("-")];
}

function accuracyCells({ agent, step, within, auroc, auprc }: Accuracy): readonly string[] {
  return [agent, step, ...within, auroc, auprc].map((value) =>
    Number.isNaN(value) ? "-" : value.toFixed(3),
  );
}

function costCells({
  calls,
  inputTokens,
  outputTokens,
  latency,
  cost,
  missing,
}: GroupResult["costs"]): readonly string[] {
  return [
    calls.toFixed(1),
    inputTokens.toFixed(0),
    outputTokens.toFixed(0),
    latency?.toFixed(1) ?? "-",
    cost?.toFixed(4) ?? "-",
    `${(100 * missing).toFixed(0)} %`,
  ];
}

/** Problems with the methods' answers, the first of each in words. */
function problemLines({ results }: AttributorReport): readonly string[] {
  return results.flatMap(({ name, problems: [first, ...others] }) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : ` (and ${others.length} more; --json lists all)`;
    return [`${name}, "${printable(first.id)}": ${printable(first.problem)}${more}`];
  });
}
