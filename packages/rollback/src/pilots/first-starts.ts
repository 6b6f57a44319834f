import type { Calibration } from "@langgraph-rollback/attribution";
import type { ScoredRun } from "@langgraph-rollback/attribution/conformal";

import { exponentOf, positionsOf, ratesOf } from "../planning/calibration-facts.ts";
import { conformalStart } from "../planning/conformal-start.ts";
import { escalate, leastCost, restart, toSet, type Policy } from "../policies/index.ts";

/** How {@link firstStarts} decides: options of `withRollback`, with the same defaults. */
export interface FirstStartOptions {
  /** Default: the calibration's. */
  readonly alpha?: number;
  /** Default 3. */
  readonly maxRollbacks?: number;
}

const NO_HISTORY = { firstAttempts: [], redos: [] };

/**
 * Where each policy would start the first rollback of a failed run: `restart`, `to-set`, `escalate` and `least-cost`. Each step counts alike, and `escalate` goes through
 * twice alpha, alpha and half of it.
 *
 * @param calibration of the scorer that scored the run
 * @param run         a failed first attempt
 * @returns by the policy's name: a step, 0-based, or null where it would give up
 *
 * @example
 * const starts = firstStarts(calibration, scoredRun({ id: "tickets:1" }, scores));
 */
export function firstStarts(
  calibration: Calibration,
  run: ScoredRun,
  { alpha = calibration.alpha, maxRollbacks = 3 }: FirstStartOptions = {},
): Readonly<Record<string, number | null>> {
  const positions = positionsOf(calibration);
  const context = {
    tries: [{ scores: run.stepScores, start: 0 }],
    rollbacksLeft: maxRollbacks,
    alpha,
    startAt: (rate: number) => conformalStart(calibration, rate, run),
    rates: ratesOf(calibration, NO_HISTORY),
    exponent: exponentOf(calibration),
    ...(positions === undefined ? {} : { positions }),
    costs: run.stepScores.map(() => 1),
  };
  const starts: Record<string, number | null> = {};
  for (const policy of policiesAt(alpha)) {
    const decision = policy.decide(context);
    starts[policy.name] = decision.kind === "give-up" ? null : decision.start;
  }
  return starts;
}

/** Where alpha is 0 nothing is bounded, and `escalate` restarts as the others do. */
const policiesAt = (alpha: number): readonly Policy[] => [
  restart(),
  toSet(),
  escalate({ alphas: alpha === 0 ? [0] : [Math.min(0.9, 2 * alpha), alpha, alpha / 2].filter(isFalling) }),
  leastCost(),
];

const isFalling = (alpha: number, at: number, all: readonly number[]): boolean =>
  at === 0 || alpha < (all[at - 1] ?? 1);
