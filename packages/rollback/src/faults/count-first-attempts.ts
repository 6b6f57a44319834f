import type { FirstAttempts } from "@langgraph-rollback/attribution";

import type { PlantedRun } from "./plant-faults.ts";

/**
 * How first attempts went, by length: what `calibrate` weighs planted labels by. Successes count as much as failures.
 *
 * @param runs all that `plantFaults` yielded, the skipped ones too
 * @returns ascending by length
 */
export function countFirstAttempts(runs: readonly Pick<PlantedRun, "base">[]): readonly FirstAttempts[] {
  const counts = new Map<number, { succeeded: number; failed: number }>();
  for (const { base } of runs) {
    // An agent that fails before its first step tells nothing of steps.
    if (base === undefined || base.steps === 0) continue;
    const count = counts.get(base.steps) ?? { succeeded: 0, failed: 0 };
    counts.set(base.steps, count);
    if (base.ok) count.succeeded += 1;
    else count.failed += 1;
  }
  return [...counts].map(([length, count]) => ({ length, ...count })).toSorted((a, b) => a.length - b.length);
}
