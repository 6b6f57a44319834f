import type { Trajectory } from "../trajectory/index.ts";

import { explainSteps, isExplaining } from "../scorers/explain-steps.ts";
import type { EnsembleModel } from "../scorers/scorer-model.ts";
import type { StepExplanation } from "../scorers/step-explanation.ts";
import type { Mark, StepScorer } from "../scorers/step-scorer.ts";
import { type ColumnGroup, topicGroups } from "../scorers/sum-explanation.ts";
import type { Voice } from "./voice.ts";

/**
 * @internal The columns of an ensemble in the groups that a person would tell apart: each member, the votes, and the features
 * by topic.
 *
 * @param voices what the members say, shape [m]
 * @param rows   the columns of each step, shape [l, c]
 */
export function columnGroups(
  { columns, members }: EnsembleModel,
  voices: readonly Voice[],
  rows: readonly (readonly number[])[],
): readonly ColumnGroup[] {
  const placesOf = (isOne: (column: EnsembleModel["columns"][number]) => boolean): readonly number[] =>
    columns.flatMap((column, at) => (isOne(column) ? [at] : []));
  const own = members.map(({ fingerprint }, member): ColumnGroup => {
    const voice = voices[member];
    return {
      columns: placesOf((column) => "member" in column && column.member === member),
      part: (step) => ({ by: fingerprint, says: voice === undefined ? "says nothing" : saidOf(voice, step) }),
    };
  });
  const votes: ColumnGroup = {
    columns: placesOf(({ from }) => from === "votes"),
    part: (step) => ({ says: votesFor(voices, step) }),
  };
  const names = columns.map((column) => (column.from === "feature" ? column.name : undefined));
  return [...own, votes, ...topicGroups(names, rows)].filter((group) => group.columns.length > 0);
}

const MARKS = { "-1": "wrong", "0": "neither right nor wrong", "1": "right" } as const;

function saidOf(voice: Voice, step: number): string {
  if (voice.kind === "scores")
    return `gives the step a score of ${Number((voice.scores[step] ?? 0).toPrecision(2))}`;
  const mark: Mark = voice.marks[step] ?? null;
  if (mark === null) return "says nothing of the step";
  const isFirst = mark === -1 && voice.marks.indexOf(-1) === step;
  return `marks the step ${MARKS[mark]}${isFirst ? ", the first such step" : ""}`;
}

function votesFor(voices: readonly Voice[], step: number): string {
  const marking = voices.flatMap((voice) => (voice.kind === "marks" ? [voice.marks] : []));
  const wrong = marking.filter((marks) => marks[step] === -1).length;
  return `is wrong by the marks of ${wrong} of ${marking.length} members`;
}

/** @internal The explanations, each member's part with the reasons that the member gives itself. */
export async function withMembersReasons(
  explained: readonly StepExplanation[],
  trajectory: Trajectory,
  members: readonly StepScorer[],
  signal?: AbortSignal,
): Promise<readonly StepExplanation[]> {
  const steps = explained.map(({ step }) => step);
  const reasons = new Map<string, readonly (string | undefined)[]>();
  for (const member of members) {
    if (!isExplaining(member)) continue;
    const own = await explainSteps(trajectory, member, steps, signal);
    reasons.set(
      member.fingerprint,
      own.map(({ parts }) => reasonIn(parts)),
    );
  }
  return explained.map((explanation, at) => ({
    ...explanation,
    parts: explanation.parts.map((part) => {
      const reason = part.by === undefined ? undefined : reasons.get(part.by)?.[at];
      return reason === undefined ? part : { ...part, reason };
    }),
  }));
}

/** A member that asks no model has words of its own; the one that weighs most stands for them. */
function reasonIn([first]: StepExplanation["parts"]): string | undefined {
  if (first === undefined) return undefined;
  return first.reason ?? (first.by === undefined ? `The step ${first.says}.` : undefined);
}
