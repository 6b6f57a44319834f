import type { FitFailures, FitScorer, FittedScorer } from "../scorers/step-scorer.ts";
import { isLabelled, type LabelledTrajectory, type MissedTrajectory } from "../trajectory/index.ts";

/** @internal Fits to the failures of one part: to all of them, or to those with a label. */
export async function fitToPart(
  fit: FitScorer | FitFailures,
  failures: readonly (LabelledTrajectory | MissedTrajectory)[],
): Promise<FittedScorer> {
  return typeof fit === "function" ? fit(failures.filter(isLabelled)) : fit.fitTo(failures);
}
