import type { JudgedRun } from "@langgraph-rollback/attribution";

import { settledRun } from "../labels/settled-run.ts";
import type { AttemptId } from "../shared/labels/attempt-key.ts";
import type { LabelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
import type { PilotView } from "../shared/view/pilot-view.ts";
import type { LabelledAttempt, RunBrief } from "./run-brief.ts";

/** A run with what its labellers agree on. */
export interface RunWithLabels {
  readonly run: JudgedRun;
  /** Why labels of it do not count, one reason an attempt. */
  readonly leftOut: readonly (keyof PilotView["leftOut"])[];
  /** Its returned result, if the labellers agree on the first attempt and not on that. */
  readonly toLabel?: AttemptId;
}

/** @param labels by the convention for results */
export function labelledRun({ first, judged, returned }: RunBrief, labels: LabelsByAttempt): RunWithLabels {
  const atFirst = wordOn(first, labels);
  // An earlier attempt may stand, where none passed.
  const isFirst = returned?.attempt === first.attempt;
  const inTheEnd = returned === undefined || isFirst ? undefined : wordOn(returned, labels);
  const right = isFirst ? rightIn(atFirst)?.right : rightIn(inTheEnd)?.right;
  const { redone, ...rest } = judged;
  const label = rightIn(atFirst);
  return {
    run: {
      ...rest,
      ...(redone === undefined ? {} : { redone: { ...redone, ...(right === undefined ? {} : { right }) } }),
      ...(label === undefined ? {} : { label }),
    },
    leftOut: [atFirst, inTheEnd].flatMap((word) => (word !== undefined && "why" in word ? [word.why] : [])),
    ...(returned === undefined || label === undefined || right !== undefined
      ? {}
      : { toLabel: { thread: returned.thread, run: returned.run, attempt: returned.attempt } }),
  };
}

type Word = { readonly right: boolean; readonly at: string } | { readonly why: keyof PilotView["leftOut"] };

/** @returns `undefined` without labels */
function wordOn(attempt: LabelledAttempt, { of }: LabelsByAttempt): Word | undefined {
  const labels = of(attempt);
  if (labels.length === 0) return undefined;
  const settled = settledRun(labels);
  if ("why" in settled) return settled;
  const { at, right, steps } = settled;
  return steps === attempt.steps ? { right, at } : { why: "changed" };
}

const rightIn = (word: Word | undefined): Extract<Word, { readonly right: boolean }> | undefined =>
  word !== undefined && "right" in word ? word : undefined;
