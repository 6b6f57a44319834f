import type { Attribution } from "@langgraph-rollback/attribution";
import type { AttemptOutcome, AttemptRecord, PlannedRewind, RollbackProblem } from "langgraph-rollback";
import type { RewindRecord } from "langgraph-rollback/inspection";

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
    readonly head?: string | undefined;
    readonly record?: AttemptRecord | undefined;
    readonly before?: AttemptRecord | undefined;
    readonly problems?: readonly RollbackProblem[] | undefined;
  },
): AttemptView {
  const { at, outcome, decision, reason, attribution, rewind, planned, effects, problem } = record ?? {};
  return {
    attempt,
    head,
    at,
    outcome: outcome && boundedOutcome(outcome),
    decision,
    reason: reason && bounded(reason),
    // The rewind counts what it kept; an attempt that was cut off may have fewer.
    kept: Math.min(before?.rewind?.kept ?? 0, steps.length),
    steps,
    attribution: attribution && boundedAttribution(attribution),
    rewind: rewind && boundedRewind(rewind),
    ...(planned === undefined ? {} : { planned: boundedPlan(planned) }),
    ...(effects === undefined ? {} : { effects: effects.slice(0, SHOWN_EFFECTS) }),
    note: before?.note && bounded(before.note),
    problem: problem && boundedProblem(problem),
    ...(problems.length === 0 ? {} : { problems: problems.map(boundedProblem) }),
  };
}

/** Characters of a text that a verifier, a scorer or a replanner wrote: they may quote whatever the agent said. */
const LONG = 20_000;

/** Effects of one attempt that are shown. */
const SHOWN_EFFECTS = 500;

const bounded = (text: string): string => shortened(text, LONG).text;

const boundedRewind = (rewind: RewindRecord): RewindRecord => ({
  ...rewind,
  policy: bounded(rewind.policy),
  ...(rewind.reason === undefined ? {} : { reason: bounded(rewind.reason) }),
});

function boundedPlan(plan: PlannedRewind): NonNullable<AttemptView["planned"]> {
  const { step, kept, redone, policy, reason } = plan;
  return {
    step,
    kept,
    redone,
    policy: bounded(policy),
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
  };
}

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
