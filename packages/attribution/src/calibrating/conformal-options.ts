import type { ConformalOptions } from "@langgraph-rollback/conformal";

import type { Calibration } from "./calibration.ts";

/** Which prediction sets a calibration is for. */
export function conformalOptions(calibration: Pick<Calibration, "method" | "aggregation">): ConformalOptions {
  const { aggregation, method } = calibration;
  return aggregation === undefined ? { method } : { method, aggregation };
}
