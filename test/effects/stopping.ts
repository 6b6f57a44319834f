import { setTimeout as wait } from "node:timers/promises";

import { calibrateAlarm } from "@langgraph-rollback/attribution";
import type { RollbackOptions, WatchOptions } from "langgraph-rollback";

import type { CheckPlan, TurnPlan } from "./program.ts";

const FINGERPRINT = "planned";

/** An alarm that is the last score's log odds against the run, and is raised by any bad score. */
const alarm = calibrateAlarm(
  Array.from({ length: 100 }, (_, at) => ({ right: true, scores: [0.9 - at / 1000, 0.9] })),
  {
    scorer: FINGERPRINT,
    alpha: 0.1,
    model: {
      kind: "prefix-logistic",
      positions: [{ means: [0, 0, 0, 0], deviations: [1, 1, 1, 1], weights: [-1, 0, 0, 0], intercept: 0 }],
    },
  },
);

/** The watch that stops a first attempt where its plan says. No coin lets it go on. */
export function watchOf({ stop }: { readonly stop?: TurnPlan["stop"] | undefined }): {
  readonly watch?: WatchOptions;
} {
  if (stop === undefined) return {};
  const { after, late } = stop;
  const score = async ({ steps }: { readonly steps: readonly unknown[] }): Promise<number> => {
    if (steps.length !== after) return 0.95;
    if (late > 0) await wait(late);
    return 0.01;
  };
  return {
    watch: {
      alarm,
      scorer: { fingerprint: FINGERPRINT, score },
      audit: Number.MIN_VALUE,
      waitMs: late > 0 ? 0 : 60_000,
    },
  };
}

/** The check after one of the nodes, which are given in the order in which they run. */
export function checksOf(
  check: CheckPlan | undefined,
  nodes: readonly string[],
): { readonly checks?: NonNullable<RollbackOptions["checks"]> } {
  const name = nodes[Math.round((check?.at ?? 0) * (nodes.length - 1))];
  if (check === undefined || name === undefined) return {};
  return { checks: { [name]: failingCheck(check) } };
}

/** A check that the first attempts fail. */
export const failingCheck = ({ attempts, to }: Pick<CheckPlan, "attempts" | "to">) => ({
  verify: ({ attempt }: { readonly attempt: number }): boolean => attempt > attempts,
  to,
});
