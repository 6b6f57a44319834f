import { opinionsOf, type RecordedRun } from "@langgraph-rollback/attribution";
import { EvaluationError } from "../errors/evaluation-error.ts";

/** Who is evaluated, and who cannot be. */
export interface ChosenJudges {
  readonly names: readonly string[];
  /** Judges who said nothing of some run, and who were not asked for by name. */
  readonly leftOut: readonly string[];
}

/**
 * The judges whose opinions are evaluated: those asked for; else all who said something of every run.
 *
 * @param ids of the runs that are evaluated
 * @throws {EvaluationError} if somebody asked for is unknown or said nothing of a run, and if nobody is left
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
