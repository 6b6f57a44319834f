import { largest } from "@langgraph-rollback/attribution/trajectory";
import type { MemberScores, Opinion, RecordedRun } from "@langgraph-rollback/attribution";

import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { fieldOf } from "../data/field-of.ts";

/** A run with what people say of it, and what each judge does. */
export interface RatedRun {
  /** Runs of one unit are never parted. */
  readonly unit: string;
  readonly right: boolean;
  readonly opinions: RecordedRun["opinions"];
}

/**
 * The runs of an opinion file that somebody has found right or wrong.
 *
 * @param splitBy field of the lines whose values are never parted; each run is a unit of its own without one
 * @throws {EvaluationError} if no run is right, or none is wrong
 */
export function judgedRuns(
  {
    file,
    runs,
    traces,
  }: { readonly file: string; readonly runs: readonly RecordedRun[]; readonly traces: string },
  splitBy: string | undefined,
): readonly RatedRun[] {
  const lines = traces.split("\n");
  const judged = runs.flatMap(({ id, opinions, outcome }, at) =>
    outcome === 1 || outcome === -1
      ? [
          {
            unit: splitBy === undefined ? id : fieldOf(JSON.parse(lines[at] ?? "{}"), splitBy),
            right: outcome === 1,
            opinions,
          },
        ]
      : [],
  );
  const right = judged.filter((run) => run.right).length;
  if (right === 0 || right === judged.length)
    throw new EvaluationError(
      `Expected runs in ${file} with \`outcome\` 1 and others with -1, got ${right} and ${judged.length - right}.`,
    );
  return judged;
}

/** A judge's opinion of a run as two numbers, higher for better runs: of the run as a whole, and of its steps. */
export function scoresBy(judge: string, { opinions }: RatedRun): MemberScores {
  const opinion = opinions.get(judge);
  return opinion === undefined ? [undefined, undefined] : [wholeRun(opinion), stepsOf(opinion)];
}

/** Names of these two, for the weights. */
export const membersOf = (judge: string): readonly string[] => [`${judge}: run`, `${judge}: steps`];

/** Whether a judge by itself would reject a run; `undefined` if it gave no verdict on the run. */
export function rejects(judge: string, { opinions }: RatedRun): boolean | undefined {
  const opinion = opinions.get(judge);
  const whole = opinion === undefined ? undefined : wholeRun(opinion);
  return whole === undefined ? undefined : whole === -1;
}

const wholeRun = (opinion: Opinion): number | undefined =>
  opinion.kind === "marks" ? (opinion.run ?? undefined) : undefined;

/** The share of steps that are not marked wrong; for scores, how far the most suspicious step is from certain. */
function stepsOf(opinion: Opinion): number {
  if (opinion.kind === "scores") return 1 - largest(opinion.steps);
  return 1 - opinion.steps.filter((mark) => mark === -1).length / opinion.steps.length;
}
