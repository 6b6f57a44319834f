import type { Calibration, CalibrationPromise } from "./calibration.ts";
import { setsOf } from "./sets-of.ts";

/**
 * Promises of the sets of a calibration at its alpha: one for each group where groups are calibrated apart.
 *
 * @throws {SmallSampleError} as `setsOf` does
 */
export function promisesOf(calibration: Calibration): readonly CalibrationPromise[] {
  const groups = [
    ...new Set([...calibration.failures, ...(calibration.misses ?? [])].flatMap(({ group }) => group ?? [])),
  ].toSorted();
  if (groups.length === 0) return [promiseTo(calibration, {})];
  return groups.map((group) => promiseTo(calibration, { group }));
}

function promiseTo(calibration: Calibration, of: { readonly group?: string }): CalibrationPromise {
  const sets = setsOf(calibration, calibration.alpha);
  // The promise is the same for any run's set.
  const { drawn, level } = sets.setOf({ stepScores: [1, 0], draw: 0, ...of });
  return { ...of, n: sets.countFor(of), level, ...(drawn === undefined ? {} : { drawn }) };
}
