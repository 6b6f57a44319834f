import { type ScoredRun } from "../conformal/index.ts";
import { nonconformitiesBy } from "../conformal/sets/run-nonconformity.ts";

import type { Calibration } from "./calibration.ts";
import { shapeOf } from "./sets-of.ts";

/**
 * One number a step that tells how far a calibration's sets must grow to hold it: what drift shows in. `selected` has none of
 * its own; that of `interval` stands in.
 *
 * @returns a function that gives S(x, .) of a run, shape [l]
 */
export function nonconformityOf(calibration: Calibration): (run: ScoredRun) => readonly number[] {
  const { method, ...shape } = shapeOf(calibration);
  return nonconformitiesBy({ ...shape, method: method === "selected" ? "interval" : method });
}
