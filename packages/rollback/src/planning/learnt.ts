import type { Calibration } from "@langgraph-rollback/attribution";

import type { Rates } from "../policies/policy.ts";

/** @internal Power to which scores are raised to be a belief, by the calibration that they belong to; 0 without one. */
export function exponentOf(calibration: Calibration | undefined): number {
  return calibration === undefined ? 0 : 1;
}

/** @internal How often the agent errs, by its calibration; what is taken for granted without one. */
export function ratesOf(_calibration: Calibration | undefined): Rates {
  return { errorRate: 1 / 31, repeatRate: 1 / 5 };
}
