import type { EnsembleMember } from "@langgraph-rollback/attribution";
import type { Output } from "../terminal/output.ts";
import type { EvaluateOptions } from "./evaluate-options.ts";
import type { EvaluationReport } from "./evaluation-report.ts";
import type { MeasuredScorerName } from "../options/scorer-name.ts";
import { localScorer } from "./learnt-split.ts";
import type { LoadedTraces } from "./load-traces.ts";
import { measureSets } from "./measure-sets.ts";
import { taskSpectrum } from "./task-spectrum.ts";

/** Miss rates of the curves in a chart. */
const GRID = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * Evaluates methods on labelled failures over random even splits.
 *
 * @throws {EvaluationError} on a trajectory without steps, and on too few trajectories to fit a scorer on
 */
export async function runEvaluation(
  failures: Pick<LoadedTraces, "judged" | "labelled" | "units">,
  options: EvaluateOptions,
  output: Output,
): Promise<EvaluationReport> {
  const { scorer, svg } = options;
  const { labelled } = failures;
  const measured = await measureSets(
    failures,
    scorerOf(scorer, failures),
    { ...options, curve: svg === undefined ? [] : GRID },
    output,
  );
  return {
    options,
    n: labelled.length,
    ...measured,
    positions: labelled.map(({ label, steps }) => (label.decisiveStep + 0.5) / steps.length),
  };
}

/** The scorer of that name, or how it is learnt. */
export function scorerOf(
  name: MeasuredScorerName,
  { judged, labelled }: Pick<LoadedTraces, "judged" | "labelled">,
): EnsembleMember {
  return name === "spectrum" ? taskSpectrum(labelled, judged) : localScorer(name);
}
