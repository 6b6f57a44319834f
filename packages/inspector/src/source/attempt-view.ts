import type { Attribution } from "@langgraph-rollback/attribution";
import type { AttemptOutcome, AttemptRecord, RollbackProblem } from "langgraph-rollback";

import type { AttemptView, StepView } from "../shared/view/thread-view.ts";
import { shortened } from "../shared/words/shortened.ts";

/**
 * One attempt as the page shows it.
 *
 * @param before what was kept of the attempt before it; absent for the first, and where nobody knows
 */
export function attemptViewOf(
  steps: readonly StepView[],
  {
    attempt,
    head,
    record,
    before,
    problems = [],
  }: {
    readonly attempt: number;
    readonly head?: string;
    readonly record?: AttemptRecord;
    readonly before?: AttemptRecord;
    readonly problems?: readonly RollbackProblem[];
  },
): AttemptView {
  const { at, outcome, decision, reason, attribution, rewind, problem } = record ?? {};
  return {
    attempt,
    ...(head === undefined ? {} : { head }),
    ...(at === undefined ? {} : { at }),
    ...(outcome === undefined ? {} : { outcome: boundedOutcome(outcome) }),
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
    // The rewind counts what it kept; an attempt that was cut off may have fewer.
    kept: Math.min(before?.rewind?.kept ?? 0, steps.length),
    steps,
    ...(attribution === undefined ? {} : { attribution: boundedAttribution(attribution) }),
    ...(rewind === undefined ? {} : { rewind }),
    ...(before?.note === undefined ? {} : { note: bounded(before.note) }),
    ...(problem === undefined ? {} : { problem: boundedProblem(problem) }),
    ...(problems.length === 0 ? {} : { problems: problems.map(boundedProblem) }),
  };
}

/** Characters of a text that a verifier, a scorer or a replanner wrote: they may quote whatever the agent said. */
const LONG = 20_000;

const bounded = (text: string): string => shortened(text, LONG).text;

const boundedProblem = (problem: RollbackProblem): RollbackProblem => ({
  ...problem,
  message: bounded(problem.message),
});

/** The outcome within bounds: a verifier, or a file, may say anything. */
export function boundedOutcome(outcome: AttemptOutcome): AttemptOutcome {
  const { reason, error } = outcome;
  return {
    ...outcome,
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
    ...(error === undefined ? {} : { error: { name: bounded(error.name), message: bounded(error.message) } }),
  };
}

function boundedAttribution(attribution: Attribution): Attribution {
  const { fallback } = attribution;
  return fallback === undefined
    ? attribution
    : { ...attribution, fallback: { ...fallback, message: bounded(fallback.message) } };
}
