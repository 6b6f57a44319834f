import type { AgentStats } from "langgraph-rollback/stats";

import { shareWords, wholePercent } from "./share-words.ts";

/** Whether more runs fail than before, as sentences. Within chance, it says so. */
export function trendWords({ days, trend }: Pick<AgentStats, "days" | "trend">): string {
  const { before, difference, is, last } = trend;
  const now = `Failed in the last ${days} days: ${shareWords(last)}.`;
  if (is === "unknown" || difference === undefined) return `${now} There is nothing to compare that with.`;
  const told = `${now} Before: ${shareWords(before)}.`;
  const points = `${signed(difference.lower)} to ${signed(difference.upper)} points`;
  if (is === "chance") return `${told} That may be chance: the difference is between ${points}.`;
  return `${told} ${is === "more" ? "More" : "Fewer"} fail now: the difference is between ${points}.`;
}

const signed = (share: number): string => `${share > 0 ? "+" : ""}${wholePercent(share)}`;
