import { labelsNeeded } from "@langgraph-rollback/attribution/conformal";
import type { EvaluationReport } from "./evaluation-report.ts";

/** With fewer predicted runs, a single run changes the coverage by five points or more. */
const FEW_TESTED = 20;

/**
 * Why the figures say nothing, or little, for want of labelled trajectories; none where there are enough.
 *
 * @returns sentences
 */
export function tooFewRows({
  n,
  options: { alpha },
  sizes: { calibrated, tested },
}: Pick<EvaluationReport, "n" | "sizes"> & {
  readonly options: Pick<EvaluationReport["options"], "alpha">;
}): readonly string[] {
  const needed = labelsNeeded(alpha);
  if (calibrated < needed)
    return [
      `${n} labelled trajectories are too few to say anything at alpha ${alpha}: ${calibrated} calibrate in each split, and it takes ${needed}. Every set is the whole run, so coverage 1 and removal 0 are no results.`,
    ];
  if (tested >= FEW_TESTED) return [];
  return [
    `${n} labelled trajectories say little: ${tested} are predicted in each split, so one run more or less moves its coverage by ${Math.round(100 / tested)} points. Splits share these runs; more splits do not make up for them.`,
  ];
}
