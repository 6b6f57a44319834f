import type { Finding, Usage } from "@langgraph-rollback/attributors";

/** Costs of a method, as means over trajectories, and the part of them that came to nothing. */
export interface Costs {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Seconds, summed over calls, those at once too; absent where it is not known. */
  readonly latency?: number;
  /** In the price's currency; absent without a price. */
  readonly cost?: number;
  /** Share of the steps without a score. */
  readonly missing: number;
  /** Number of trajectories where some answer was not usable. */
  readonly withProblems: number;
}

/** @param judged at least one */
export function costsOf(judged: readonly { readonly finding: Finding }[]): Costs {
  const usages = judged.map(({ finding }) => finding.usage);
  const mean = (of: (usage: Usage) => number): number =>
    usages.reduce((sum, usage) => sum + of(usage), 0) / usages.length;
  const scores = judged.flatMap(({ finding }) => finding.scores);
  return {
    calls: mean(({ calls }) => calls),
    inputTokens: mean(({ inputTokens }) => inputTokens),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    latency: mean(({ latency }) => latency) / 1000,
    ...(usages.some(({ cost }) => cost !== undefined) ? { cost: mean(({ cost = 0 }) => cost) } : {}),
    missing: scores.filter((score) => score === undefined).length / Math.max(1, scores.length),
    withProblems: judged.filter(({ finding }) => finding.problems.length > 0).length,
  };
}
