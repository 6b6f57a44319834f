import { printable } from "@langgraph-rollback/inspector/shared";
import type { ReplayLabel } from "langgraph-rollback/replay";
import type { ReplayBudget } from "./replay-budget.ts";

/** Cost of replays, for people: "12 replays, 60 steps, 6,000 tokens". */
export function costWords(budget: Pick<ReplayBudget, "replays" | "cost">): string {
  const { money, steps, tokens } = budget.cost();
  return [
    counted(budget.replays(), "replay"),
    counted(steps, "step"),
    ...(tokens === undefined ? [] : [counted(tokens, "token")]),
    ...(money === undefined ? [] : [`${money} in money`]),
  ].join(", ");
}

/** "1 label", "2,000 labels". */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

/** Statuses in the order in which they are told, with their meaning. */
const STATUSES = [
  ["found", "the last recovering start is known"],
  ["open", "it lies among several steps"],
  ["unrecovered", "no replay recovers the run"],
  ["contradicted", "a later start recovers the run and an earlier one does not"],
  ["inconclusive", "no replay came to a verdict"],
] as const satisfies readonly (readonly [ReplayLabel["status"], string])[];

/** Labels by their status, a line each. */
export function statusLines(labels: readonly ReplayLabel[]): readonly string[] {
  return STATUSES.flatMap(([status, meaning]) => {
    const count = labels.filter((label) => label.status === status).length;
    return count === 0 ? [] : [`  ${count} ${status}: ${meaning}`];
  });
}

/** The commonest reason of inconclusive replays, if there are any. */
export function inconclusiveWords(labels: readonly ReplayLabel[]): readonly string[] {
  const reasons = labels
    .flatMap(({ replays }) => replays)
    .filter(({ status }) => status === "inconclusive" || status === "unjudged")
    .map(({ reason }) => reason);
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (first === undefined) return [];
  const [reason, count] = first;
  return [
    `${counted(reasons.length, "replay")} came to no verdict. The commonest reason, ${count} of them: ${printable(reason)}`,
  ];
}
