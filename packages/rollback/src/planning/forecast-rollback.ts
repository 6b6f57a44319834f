import type { AgentHistory, Calibration } from "@langgraph-rollback/attribution";
import type { LabelledRun } from "@langgraph-rollback/conformal";

import { leastCost } from "../policies/least-cost.ts";
import type { Policy, PolicyDecision } from "../policies/policy.ts";
import { conformalStart } from "./conformal-start.ts";
import { exponentOf, positionsOf, ratesOf } from "./learnt.ts";

/** First rollbacks to be expected of failures like those calibrated on. */
export interface RollbackForecast {
  /** Labelled failures that it was made from. */
  readonly failures: number;
  /** In how many of them the first rollback keeps at least one step. */
  readonly kept: number;
  /** Mean share of a run's steps that the first rollback executes again: 1 is a restart. In [0, 1]. */
  readonly redone: number;
  /** Standard error of `redone` over failures; 0 of one. */
  readonly standardError: number;
}

/** Options of `withRollback` that a forecast depends on, with the same defaults. */
export interface ForecastOptions {
  readonly policy?: Policy;
  /** Default: the calibration's. */
  readonly alpha?: number;
  readonly maxRollbacks?: number;
  readonly history?: AgentHistory;
}

/** More parts would change the forecast hardly at all: the time that it takes grows with the number of parts. */
const MOST_PARTS = 20;

/**
 * Says what a calibration will do before it is used. Its failures are held out in turn, one by one or in twenty parts where there are more. The others
 * calibrate, and the policy decides about each as about a first failure. The first rollback alone is forecast: a retry is another run.
 *
 * Each step counts alike. The failures must be like those to come, as for the promise itself. Where holding some out leaves too few to bound anything,
 * none is held out.
 *
 * @example
 * const { kept, failures, redone } = forecastRollback(await readCalibration("calibration.json"));
 */
export function forecastRollback(calibration: Calibration, options: ForecastOptions = {}): RollbackForecast {
  const { failures } = calibration;
  const { alpha = calibration.alpha } = options;
  const parts = Array.from({ length: Math.min(MOST_PARTS, failures.length) }, (_, part) =>
    without(calibration, (place) => place % MOST_PARTS === part),
  );
  const decided = failures.map((failure, place) => {
    const others = parts[place % MOST_PARTS] ?? calibration;
    const isBounded = conformalStart(others, alpha, failure) !== undefined;
    const decision = decisionOn(failure, isBounded ? others : calibration, { ...options, alpha });
    return { decision, length: failure.stepScores.length };
  });
  const shares = decided.map(({ decision, length }) =>
    decision.kind === "give-up" ? 0 : 1 - decision.start / length,
  );
  const n = shares.length;
  const redone = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, n);
  const squares = shares.reduce((sum, share) => sum + (share - redone) ** 2, 0);
  return {
    failures: n,
    kept: decided.filter(({ decision }) => decision.kind === "roll-back" && decision.start > 0).length,
    redone,
    standardError: n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n),
  };
}

/** The calibration without some of its failures. */
function without(calibration: Calibration, isHeld: (place: number) => boolean): Calibration {
  const { promises: _, ...learnt } = calibration;
  const failures = calibration.failures.filter((__, place) => !isHeld(place));
  return { ...learnt, failures, n: failures.length };
}

function decisionOn(
  run: LabelledRun,
  learnt: Calibration,
  {
    alpha,
    history = NONE,
    maxRollbacks = 3,
    policy = leastCost(),
  }: ForecastOptions & { readonly alpha: number },
): PolicyDecision {
  const positions = positionsOf(learnt);
  return policy.decide({
    tries: [{ scores: run.stepScores, start: 0 }],
    rollbacksLeft: maxRollbacks,
    alpha,
    startAt: (rate) => conformalStart(learnt, rate, run),
    rates: ratesOf(learnt, history),
    exponent: exponentOf(learnt),
    ...(positions === undefined ? {} : { positions }),
    costs: run.stepScores.map(() => 1),
  });
}

const NONE: AgentHistory = { firstAttempts: [], redos: [] };
