import type { JudgedRun, RedoneSteps } from "@langgraph-rollback/attribution";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";

import { isRecorded } from "../labels/judged-runs.ts";
import { type AttemptId, attemptKey } from "../shared/labels/attempt-key.ts";
import type { AttemptView, RunView, StepView } from "../shared/view/thread-view.ts";

/** An attempt that labels may be about. */
export interface LabelledAttempt extends AttemptId {
  /** Number of its steps. */
  readonly steps: number;
}

/** Facts about a run without labels. */
export interface RunBrief {
  readonly judged: Omit<JudgedRun, "label">;
  readonly first: LabelledAttempt;
  /** The attempt whose result was returned, where the run was rolled back and is at its end. */
  readonly returned?: LabelledAttempt;
}

/** @returns `undefined` for a run without a verdict on its first attempt, and for one from a file, which tells no scores */
export function runBriefOf(thread: string, run: RunView): RunBrief | undefined {
  const first = run.attempts.find(({ attempt }) => attempt === 1);
  if (first?.outcome === undefined || !isRecorded(run)) return undefined;
  const { at = "", outcome, steps } = first;
  const address = { thread, run: run.run, attempt: 1 };
  const redone = redoneIn(run, first);
  const returned = redone?.passed === undefined ? undefined : returnedIn(run);
  return {
    judged: {
      ended: endOf(outcome),
      ...alarmIn(first),
      ...(outcome.verifier === undefined ? {} : { verifier: outcome.verifier }),
      ...(outcome.scoredBy === undefined ? {} : { scoredBy: outcome.scoredBy }),
      ...(outcome.score === undefined ? {} : { score: outcome.score }),
      draw: trajectoryDraw({ id: attemptKey(address) }),
      at,
      steps: firstSteps(first),
      ...(redone === undefined ? {} : { redone }),
    },
    first: { ...address, steps: steps.length },
    ...(returned === undefined
      ? {}
      : { returned: { thread, run: run.run, attempt: returned.attempt, steps: returned.steps.length } }),
  };
}

function endOf({ early, error, ok }: NonNullable<AttemptView["outcome"]>): JudgedRun["ended"] {
  if (ok) return "accepted";
  if (early !== undefined) return "stopped";
  return error === undefined ? "rejected" : "exception";
}

function alarmIn({ outcome, watch }: AttemptView): Pick<JudgedRun, "alarm"> {
  if (watch?.alarm?.above === undefined) return {};
  const { raised, stops } = watch.alarm;
  return { alarm: { stops, raised: raised !== undefined || outcome?.early?.by === "alarm" } };
}

/** Where its steps cannot be read, the plan or the rewind tells how many there were. */
function firstSteps({ missing, planned, proposed, rewind, steps }: AttemptView): number {
  const plan = planned ?? proposed ?? rewind;
  return missing === undefined || plan === undefined ? steps.length : plan.kept + plan.redone;
}

function redoneIn({ attempts, status }: RunView, first: AttemptView): RedoneSteps | undefined {
  const { decision, planned = first.proposed } = first;
  // The next attempt is expected to take as many steps as are undone.
  if (planned !== undefined)
    return {
      kind: "planned",
      steps: planned.redone,
      restart: planned.kept + planned.redone,
      ...tokensIn([{ ...first, kept: planned.kept }]),
    };
  if (decision !== "roll-back") return undefined;
  const later = attempts.filter(({ attempt }) => attempt > 1);
  const taken = later.map((attempt) => stepsTaken(attempt, attempts));
  const isAtEnd = status === "recovered" || status === "gave-up";
  return {
    kind: "made",
    steps: taken.reduce((sum, { own }) => sum + own, 0),
    restart: taken.reduce((sum, { all }) => sum + all, 0),
    ...tokensIn(later),
    ...(isAtEnd ? { passed: later.some(({ outcome }) => outcome?.ok === true) } : {}),
  };
}

/** Steps of an attempt without those it kept, and with them. If they cannot be read: the number of steps undone before it. */
function stepsTaken(
  { attempt, kept, missing, steps }: AttemptView,
  attempts: readonly AttemptView[],
): { readonly own: number; readonly all: number } {
  const before = attempts.find((other) => other.attempt === attempt - 1)?.rewind;
  if (missing === undefined || before === undefined) return { own: steps.length - kept, all: steps.length };
  return { own: before.redone, all: before.kept + before.redone };
}

function tokensIn(attempts: readonly Pick<AttemptView, "kept" | "steps">[]): Pick<RedoneSteps, "tokens"> {
  const all = attempts.flatMap(({ steps }) => steps);
  if (all.every(({ tokens }) => tokens === undefined)) return {};
  const own = attempts.flatMap(({ kept, steps }) => steps.slice(kept));
  return { tokens: { redone: tokensOf(own), restart: tokensOf(all) } };
}

const tokensOf = (steps: readonly StepView[]): number =>
  steps.reduce((sum, { tokens }) => sum + (tokens === undefined ? 0 : tokens.input + tokens.output), 0);

function returnedIn({ attempts, returned }: RunView): AttemptView | undefined {
  return returned === undefined ? attempts.at(-1) : attempts.find(({ attempt }) => attempt === returned);
}
