import { setsOf, type Calibration } from "@langgraph-rollback/attribution";
import type { ScoredRun } from "@langgraph-rollback/attribution/conformal";

import type { ConformalStart } from "../policies/policy.ts";

/** @internal Start of the set of a run's first failure; `undefined` where nothing is bounded. */
export function conformalStart(
  calibration: Calibration,
  alpha: number,
  run: ScoredRun,
): ConformalStart | undefined {
  if (!(alpha > 0)) return undefined;
  const { range, level, guarantee, trivial } = setsOf(calibration, alpha).setOf(run);
  if (trivial !== undefined || guarantee === "none") return undefined;
  const { convention, goal = "first" } = calibration;
  // A set that holds some of several decisive steps need not hold the first.
  const held = goal === "first" || goal === 1 ? guarantee : "none";
  return { start: range.start, level, guarantee: held, ...(convention === undefined ? {} : { convention }) };
}
