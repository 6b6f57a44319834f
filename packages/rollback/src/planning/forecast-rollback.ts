import type { AgentHistory, Calibration } from "@langgraph-rollback/attribution";

import type { LabelledRun } from "@langgraph-rollback/conformal";

import { leastCost } from "../policies/least-cost.ts";
import type { Policy, PolicyDecision } from "../policies/policy.ts";
import { conformalStart } from "./conformal-start.ts";
import { exponentOf, positionsOf, ratesOf } from "./learnt.ts";

/** What the first rollbacks of failures like those calibrated on are to be expected to do. */
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

/** By what the forecast decides; what is left out is as `withRollback` has it by default. */
export interface ForecastOptions {
  readonly policy?: Policy;
  /** Default: the calibration's. */
  readonly alpha?: number;
  readonly maxRollbacks?: number;
  readonly history?: AgentHistory;
}

/**
 * Says what a calibration will do before it is used. Each of its failures is held out in turn, the others calibrate, and the policy decides about it
 * as about a first failure. The first rollback alone is forecast: a retry is another run.
 *
 * Each step counts alike. The failures must be like those to come, as for the promise itself. Where holding one out leaves too few to bound anything,
 * none is held out.
 *
 * @example
 * const { kept, failures, redone } = forecastRollback(await readCalibration("calibration.json"));
 */
export function forecastRollback(calibration: Calibration, options: ForecastOptions = {}): RollbackForecast {
  const decided = calibration.failures.map((held, place) => ({
    decision: decisionOn(held, learntWithout(calibration, place, options.alpha), options),
    length: held.stepScores.length,
  }));
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

/** The calibration without one of its failures, if the others can still bound where the mistake of that one lies. */
function learntWithout(
  calibration: Calibration,
  place: number,
  alpha: number = calibration.alpha,
): Calibration {
  const { promises: _, ...learnt } = calibration;
  const failures = calibration.failures.toSpliced(place, 1);
  const without: Calibration = { ...learnt, failures, n: failures.length };
  const held = calibration.failures[place];
  const isBounded = held !== undefined && conformalStart(without, alpha, held) !== undefined;
  return isBounded ? without : calibration;
}

function decisionOn(
  run: LabelledRun,
  learnt: Calibration,
  { alpha = learnt.alpha, history = NONE, maxRollbacks = 3, policy = leastCost() }: ForecastOptions,
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
