import { type Attribution, promisesOf, type StepExplanation } from "@langgraph-rollback/attribution";
import type { AttemptRecord, PlannedRewind, RollbackProblem, RunHistory } from "langgraph-rollback";
import type { RewindRecord } from "langgraph-rollback/inspection";

import type {
  Approval,
  AttemptView,
  OutcomeView,
  ProposedRollback,
  StepView,
} from "../shared/view/thread-view.ts";
import { boundedFiles } from "../files/bounded-files.ts";
import { oneLine, shortened } from "../shared/words/shortened.ts";
import { watchView } from "./watch-view.ts";

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
    asked,
  }: {
    readonly attempt: number;
    readonly head?: string | undefined;
    readonly record?: AttemptRecord | undefined;
    readonly before?: AttemptRecord | undefined;
    readonly problems?: readonly RollbackProblem[] | undefined;
    /** The question to a human about its rollback, if one was asked. */
    readonly asked?: OpenQuestion | undefined;
  },
): AttemptView {
  const { decision, reason, rewind, planned, problem, stopped } = record ?? {};
  // While it waits, nothing is decided; what is known of the attempt stands in the question.
  const { at, outcome, attribution, effects, files, spent, calls, recovery, watch } =
    record ?? asked?.record ?? {};
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
    ...(files === undefined ? {} : { files: boundedFiles(files) }),
    ...(calls === undefined ? {} : { calls }),
    ...(watch === undefined ? {} : { watch: watchView(watch) }),
    ...(spent === undefined ? {} : { spent: boundedSpent(spent) }),
    ...(recovery === undefined ? {} : { recovery: boundedRecovery(recovery), ...recoveryPromise(recovery) }),
    ...(stopped === undefined ? {} : { stopped }),
    ...(asked === undefined ? {} : { approval: approvalOf(record) }),
    ...(asked === undefined || record !== undefined ? {} : { proposed: proposedIn(asked) }),
    note: before?.note && bounded(before.note),
    problem: problem && boundedProblem(problem),
    ...(problems.length === 0 ? {} : { problems: problems.map(boundedProblem) }),
  };
}

function recoveryPromise({
  promise,
}: NonNullable<AttemptRecord["recovery"]>): Pick<AttemptView, "recoveryPromise"> {
  const [part] = promise === undefined ? [] : promisesOf({ recovery: promise }).parts;
  return part === undefined ? {} : { recoveryPromise: part.words };
}

/** A question about a rollback, as a run's history has it. */
type OpenQuestion = NonNullable<RunHistory["asked"]>[number];

/** Characters of a text that a verifier, a scorer or a replanner wrote: they may quote whatever the agent said. */
const LONG = 20_000;

/** Models of one attempt that are shown, and characters of the name of a model, an agent or a version. */
const SHOWN_MODELS = 20;
const NAME = 120;

/** Effects of one attempt that are shown. */
const SHOWN_EFFECTS = 500;

const bounded = (text: string): string => shortened(text, LONG).text;

const boundedRewind = (rewind: RewindRecord): RewindRecord => ({
  ...rewind,
  policy: bounded(rewind.policy),
  ...(rewind.reason === undefined ? {} : { reason: bounded(rewind.reason) }),
});

function boundedPlan(plan: PlannedRewind): NonNullable<AttemptView["planned"]> {
  const { drawn, step, kept, redone, policy, promise, reason } = plan;
  return {
    ...(promise === undefined ? {} : { promise }),
    ...(drawn === undefined ? {} : { drawn }),
    step,
    kept,
    redone,
    policy: bounded(policy),
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
  };
}

function proposedIn({ record }: OpenQuestion): ProposedRollback {
  const { note, reason, rewind } = record;
  return {
    ...boundedPlan(rewind),
    question: bounded(reason),
    ...(note === undefined ? {} : { note: bounded(note) }),
  };
}

/** Names of agents and of versions are whatever the record says. */
function boundedRecovery(
  recovery: NonNullable<AttemptRecord["recovery"]>,
): NonNullable<AttemptRecord["recovery"]> {
  const { learnt } = recovery;
  if (learnt === undefined) return recovery;
  const { agent, cap, version } = learnt;
  return { ...recovery, learnt: { agent: oneLine(agent, NAME), cap, version: oneLine(version, NAME) } };
}

/** Names of models are whatever their messages say. */
function boundedSpent(spent: NonNullable<AttemptRecord["spent"]>): NonNullable<AttemptRecord["spent"]> {
  const { tokens } = spent;
  if (tokens === undefined) return spent;
  const shown = tokens.slice(0, SHOWN_MODELS).map(({ model, ...counts }) => ({
    ...counts,
    ...(model === undefined ? {} : { model: oneLine(model, NAME) }),
  }));
  return { ...spent, tokens: shown };
}

/** Answer of a human who was asked about the rollback of an attempt. */
function approvalOf(record: AttemptRecord | undefined): Approval {
  if (record === undefined) return "waits";
  if (record.rewind !== undefined) return "approved";
  return record.stopped?.by === "declined" ? "declined" : "dropped";
}

const boundedProblem = (problem: RollbackProblem): RollbackProblem => ({
  ...problem,
  message: bounded(problem.message),
});

/** The outcome within bounds: a verifier, or a file, may say anything. */
export function boundedOutcome(outcome: OutcomeView): OutcomeView {
  const { early, reason, error } = outcome;
  return {
    ...outcome,
    ...(early?.by === "check" ? { early: { ...early, node: oneLine(early.node, NAME) } } : {}),
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
    ...(error === undefined ? {} : { error: { name: bounded(error.name), message: bounded(error.message) } }),
  };
}

/** The attribution within bounds: an error message may quote anything. */
export function boundedAttribution(attribution: Attribution): Attribution {
  const { explanations, fallback, unexplained } = attribution;
  return {
    ...attribution,
    ...(fallback === undefined ? {} : { fallback: { ...fallback, message: bounded(fallback.message) } }),
    ...(unexplained === undefined ? {} : { unexplained: bounded(unexplained) }),
    ...(explanations === undefined
      ? {}
      : { explanations: explanations.slice(0, EXPLAINED).map(boundedExplanation) }),
  };
}

/** Steps whose explanation is shown, and parts of one; a record holds fewer. */
const EXPLAINED = 20;
const PARTS = 20;

function boundedExplanation({ parts, ...explanation }: StepExplanation): StepExplanation {
  return {
    ...explanation,
    parts: parts.slice(0, PARTS).map(({ by, reason, says, ...part }) => ({
      ...part,
      says: bounded(says),
      ...(by === undefined ? {} : { by: bounded(by) }),
      ...(reason === undefined ? {} : { reason: bounded(reason) }),
    })),
  };
}
