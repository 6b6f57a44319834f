import { largest } from "@langgraph-rollback/attribution/trajectory";
import { OPEN_TOOLS } from "@langgraph-rollback/lab/attributors";
import { printable } from "@langgraph-rollback/inspector/shared";
import { plainTable } from "../../terminal/plain-table.ts";
import type { FoldsGroup, FoldsReport, TopShare } from "./folds-report.ts";

/** The figures for people. Only long names of groups make it wider than 80 characters. */
export function foldsTable({ groups, options }: FoldsReport): string {
  const { folds, group, scorer, seed, splitBy, splits } = options;
  const table = plainTable([
    group === undefined ? "Failures" : printable(group),
    "n",
    "Units",
    "Top-1",
    "95 %",
    "Chance",
    "Top-3",
    "95 %",
    "Chance",
  ]);
  for (const each of groups) table.push(row(each));
  return [
    `${groups[0]?.n ?? 0} labelled trajectories in ${folds} folds, drawn ${splits} time${splits === 1 ? "" : "s"} (seed ${seed}). Scorer: ${scorer}.`,
    "Each fold is scored by what was learnt on the others, of all groups together.",
    splitBy === undefined
      ? "Any two trajectories may be in different folds: runs of one task, too."
      : `Trajectories of one ${printable(splitBy)}, a unit, are always in the same fold.`,
    "",
    table.toString(),
    "",
    "Top-k: the decisive step is among the k steps with the highest scores; equal",
    "scores in random order. Means over draws of the folds, with a standard deviation",
    `between draws of at most ${deviation(groups).toFixed(3)}. 95 %: bootstrap over units. Chance:`,
    "equal scores, computed.",
    ...theirs(groups),
  ].join("\n");
}

function deviation(groups: readonly FoldsGroup[]): number {
  return largest(groups.flatMap(({ top }) => top.map(({ share }) => share.std)));
}

function row({ group, n, top, units }: FoldsGroup): string[] {
  return [group === null ? "all" : printable(group), `${n}`, `${units}`, ...top.flatMap(cells)];
}

function cells({ chance, interval, share }: TopShare): readonly string[] {
  return [
    share.mean.toFixed(3),
    interval === undefined ? "-" : `${interval.lower.toFixed(3)}-${interval.upper.toFixed(3)}`,
    chance.toFixed(3),
  ];
}

/** Figures of other tools, where a group is named as a part of the data that they are of. */
function theirs(groups: readonly FoldsGroup[]): readonly string[] {
  const parts = new Set(groups.map(({ group }) => group));
  const known = OPEN_TOOLS.filter(({ part }) => parts.has(part));
  if (known.length === 0) return [];
  const table = plainTable(["Theirs", "Part", "Top-1", "Top-3"]);
  for (const { asks, part, top1, top3 } of known) table.push([asks, part, top1.toFixed(3), top3.toFixed(3)]);
  return [
    "",
    "The best open tools that we know of, as reported of all 126 and 58 traces of",
    "Who&When: not measured here, and not of the same traces. Nor is the task the same:",
    "a scorer that learns has seen labels of this set, those of other problems. Rules",
    "and a model that is asked need none, so they work on an agent without labels.",
    table.toString(),
  ];
}
