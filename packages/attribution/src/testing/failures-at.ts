import type { LabelledRun } from "../conformal/index.ts";

/**
 * Labelled failures of two steps, for a calibration made by hand.
 *
 * @param nonconformities of their decisive steps, each in [0, 1], by the method `vanilla` (give or take 1e-9)
 */
export function failuresAt(nonconformities: readonly number[]): readonly LabelledRun[] {
  return nonconformities.map((value, index) => ({
    stepScores: [1 - value, value],
    decisiveSteps: [0],
    draw: index,
  }));
}
