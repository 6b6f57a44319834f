import { opinionsOf, type RecordedRun } from "@langgraph-rollback/attribution";
import { EvaluationError } from "@langgraph-rollback/lab/errors";

/** Judges that are evaluated, and those that cannot be. */
export interface ChosenJudges {
  readonly names: readonly string[];
  /** Judges without a verdict on some run that were not named. */
  readonly leftOut: readonly string[];
}

/**
 * The judges to evaluate: the named ones; else all with a verdict on every run.
 *
 * @param ids of the runs that are evaluated
 * @throws {EvaluationError} if a named judge is unknown or has no verdict on a run, and if no judge is left
 */
export function chooseJudges(
  runs: readonly RecordedRun[],
  ids: readonly string[],
  asked?: readonly string[],
): ChosenJudges {
  const known = [...new Set(runs.flatMap(({ opinions }) => [...opinions.keys()]))];
  const missing = (judge: string) => {
    const opinions = opinionsOf(runs, judge);
    return ids.filter((id) => !opinions.has(id));
  };
  if (asked === undefined) {
    const names = known.filter((judge) => missing(judge).length === 0);
    if (names.length === 0)
      throw new EvaluationError("Expected a model with an opinion on every labelled run, got none.");
    return { names, leftOut: known.filter((judge) => !names.includes(judge)) };
  }
  const unknown = asked.find((judge) => !known.includes(judge));
  if (unknown !== undefined)
    throw new EvaluationError(`Expected \`--models\` of ${known.join(",")}, got "${unknown}".`);
  for (const judge of asked) {
    const [first, ...others] = missing(judge);
    if (first !== undefined)
      throw new EvaluationError(
        `Expected an opinion of "${judge}" on every labelled run, got none on "${first}" and ${others.length} more.`,
      );
  }
  return { names: asked, leftOut: [] };
}
