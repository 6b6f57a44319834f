import { smallest } from "@langgraph-rollback/attribution/trajectory";
import {
  estimateRates,
  fitExponent,
  positionShares,
  type AgentHistory,
  type Calibration,
} from "@langgraph-rollback/attribution";

import type { Rates } from "../policies/policy.ts";

/** Nothing of what a calibration says changes: each is fitted once. */
const exponents = new WeakMap<Calibration, number>();

/** @internal Power to which scores are raised to be a belief, by the calibration that they belong to; 0 without one. */
export function exponentOf(calibration: Calibration | undefined): number {
  if (calibration === undefined) return 0;
  const known = exponents.get(calibration);
  if (known !== undefined) return known;
  const fitted = fitExponent(
    calibration.failures.map(({ stepScores, decisiveSteps }) => ({
      stepScores,
      decisiveStep: smallest(decisiveSteps),
    })),
  );
  exponents.set(calibration, fitted);
  return fitted;
}

const positions = new WeakMap<Calibration, (length: number) => readonly number[]>();

/** @internal Positions of labelled mistakes, as a belief about a run of so many steps; `undefined` without a calibration. */
export function positionsOf(
  calibration: Calibration | undefined,
): ((length: number) => readonly number[]) | undefined {
  if (calibration === undefined) return undefined;
  const known = positions.get(calibration) ?? positionShares(calibration.failures);
  positions.set(calibration, known);
  return known;
}

/** @internal How often the agent errs, by its calibration and what else is known of its earlier runs. */
export function ratesOf(calibration: Calibration | undefined, history: AgentHistory): Rates {
  const firstAttempts = [...(calibration?.firstAttempts ?? []), ...history.firstAttempts];
  return estimateRates({ firstAttempts, redos: history.redos });
}
