import type { AgentHistory, Calibration, RollbackForecast } from "@langgraph-rollback/attribution";
import type { ScoredRun } from "@langgraph-rollback/attribution/conformal";

import { leastCost } from "../policies/least-cost.ts";
import type { Policy, PolicyDecision } from "../policies/policy.ts";
import { conformalStart } from "./conformal-start.ts";
import { exponentOf, positionsOf, ratesOf } from "./calibration-facts.ts";

/** Options of `withRollback` that a forecast depends on, with the same defaults. */
export interface ForecastOptions {
  readonly policy?: Policy;
  /** Default: the calibration's. */
  readonly alpha?: number;
  readonly maxRollbacks?: number;
  readonly history?: AgentHistory;
}

/** A failure, and what was learnt without it. */
export interface HeldOutFailure {
  readonly run: ScoredRun;
  readonly calibration: Calibration;
}

/** More parts would change the forecast hardly at all: the time that it takes grows with the number of parts. */
const MOST_PARTS = 20;
/** More failures would make the forecast hardly surer. */
const MOST_FAILURES = 400;

/**
 * Says what a calibration will do before it is used. Its failures are held out in turn, one by one or in twenty parts where there are more. The others
 * calibrate, and the policy decides about each as about a first failure, or about 400 of them where there are more. The first rollback alone is forecast: a
 * retry is another run.
 *
 * Each step counts alike. The failures must be like those to come, as for the promise itself. Where holding some out leaves too few to bound anything,
 * none is held out. With all options left out it is the `forecast` that the calibration holds, if it does: that is of all labels, also those that fitted
 * the scorer.
 *
 * @example
 * const { kept, failures, redone } = forecastRollback(await readCalibration("calibration.json"));
 */
export function forecastRollback(calibration: Calibration, options: ForecastOptions = {}): RollbackForecast {
  const { forecast } = calibration;
  const failures = failuresOf(calibration);
  const { alpha = calibration.alpha, history, maxRollbacks, policy } = options;
  const isDefault = alpha === calibration.alpha && (history ?? maxRollbacks ?? policy) === undefined;
  if (forecast !== undefined && isDefault) return forecast;
  const parts = Array.from({ length: Math.min(MOST_PARTS, failures.length) }, (_, part) =>
    without(calibration, (place) => place % MOST_PARTS === part),
  );
  const stride = Math.ceil(failures.length / MOST_FAILURES);
  const held = failures.flatMap((run, place) => {
    if (Math.floor(place / MOST_PARTS) % stride > 0) return [];
    const others = parts[place % MOST_PARTS] ?? calibration;
    const isBounded = conformalStart(others, alpha, run) !== undefined;
    return [{ run, calibration: isBounded ? others : calibration }];
  });
  return forecastHeldOut(held, { ...options, alpha });
}

/**
 * The forecast of failures that were held out, each of what it is to be decided by. Its user has fitted and calibrated without them.
 *
 * @param held at least one
 */
export function forecastHeldOut(
  held: readonly HeldOutFailure[],
  options: ForecastOptions = {},
): RollbackForecast {
  const decided = held.map(({ calibration, run }) => ({
    decision: decisionOn(run, calibration, { alpha: calibration.alpha, ...options }),
    length: run.stepScores.length,
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

/** All failures of a calibration, also those for which replays found no start. */
const failuresOf = ({ failures, misses = [] }: Calibration): readonly ScoredRun[] => [...failures, ...misses];

/** The calibration without some of its failures, which are no error where they are too few. */
function without(calibration: Calibration, isHeld: (place: number) => boolean): Calibration {
  const { forecast: _, misses: __, promises: ___, ...learnt } = calibration;
  const held = new Set<ScoredRun>(failuresOf(calibration).filter((____, place) => isHeld(place)));
  const failures = calibration.failures.filter((run) => !held.has(run));
  const misses = (calibration.misses ?? []).filter((run) => !held.has(run));
  const n = failures.length + misses.length;
  return { ...learnt, failures, n, smallSample: "full", ...(misses.length === 0 ? {} : { misses }) };
}

function decisionOn(
  run: ScoredRun,
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
