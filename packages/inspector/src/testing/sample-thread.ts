import type { Attribution } from "@langgraph-rollback/attribution";
import type { RewindRecord } from "langgraph-rollback/inspection";

import type { ThreadStatus, ThreadSummary } from "../shared/view/thread-summary.ts";
import type { AttemptView, RunView, ThreadView } from "../shared/view/thread-view.ts";
import { rejection } from "../shared/words/outcome-words.ts";
import { sampleAttribution, type SamplePromise } from "./sample-attribution.ts";
import { sampleSteps, type SampleStep } from "./sample-steps.ts";

/** Properties of a sample thread. */
export interface SampleThreadPlan {
  readonly id: string;
  readonly status: ThreadStatus;
  /** Steps of each attempt. */
  readonly length: number;
  readonly promise: SamplePromise;
  readonly seed: number;
  /** Whether an earlier run stands on the thread, which succeeded at once. */
  readonly earlierRun: boolean;
}

/** A thread with the steps that its details are made of. */
export interface SampleThread {
  readonly view: ThreadView;
  readonly summary: ThreadSummary;
  /** @param attempt 1-based */
  readonly steps: (run: string, attempt: number) => readonly SampleStep[] | undefined;
}

const ATTEMPTS: Record<ThreadStatus, number> = {
  recovered: 2,
  "gave-up": 3,
  observed: 1,
  running: 2,
  interrupted: 1,
  succeeded: 1,
  unjudged: 1,
  "not-judged": 1,
  failed: 1,
};

const REASONS: Record<ThreadStatus, string> = {
  recovered: "Attempt 2 passed the verifier.",
  "gave-up": "Attempt 3 failed, and 2 rollbacks are all that `maxRollbacks` allows.",
  observed: 'Attempt 1 failed, and the mode is "observe".',
  running: "Attempt 1 failed; the next one is under way.",
  interrupted: "Attempt 1 waits for an answer.",
  succeeded: "Attempt 1 passed the verifier.",
  unjudged: "The verifier itself failed, so nothing was rolled back.",
  "not-judged": "No attempt has been judged.",
  failed: "The file says that the run failed.",
};

const TASK =
  "What does the journey cost for one person? Fares, two nights a city and the museum pass, in 2026 prices.";

/** A made-up thread; the same plan gives the same one. */
export function sampleThread(plan: SampleThreadPlan): SampleThread {
  const earlier = plan.earlierRun
    ? [runOf({ ...plan, status: "succeeded", seed: plan.seed + 7 }, "run-a")]
    : [];
  const latest = runOf(plan, plan.status === "not-judged" || plan.status === "failed" ? "" : "run-b");
  const runs = [...earlier, latest];
  return {
    view: { id: plan.id, runs: runs.map(({ view }) => view) },
    summary: summaryOf(plan, latest.view, runs.length),
    steps: (run, attempt) => runs.find(({ view }) => view.run === run)?.steps[attempt - 1],
  };
}

interface SampleRun {
  readonly view: RunView;
  readonly steps: readonly (readonly SampleStep[])[];
}

function runOf(plan: SampleThreadPlan, run: string): SampleRun {
  const steps: (readonly SampleStep[])[] = [];
  const attempts: AttemptView[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS[plan.status]; attempt += 1) {
    const previous = attempts.at(-1);
    steps.push(stepsOf(plan, attempt, previous?.rewind?.kept ?? 0, steps.at(-1) ?? []));
    attempts.push(attemptOf(plan, attempt, steps.at(-1) ?? [], previous));
  }
  const { status } = plan;
  return { steps, view: { run, status, reason: REASONS[status], task: TASK, attempts } };
}

function stepsOf(
  plan: SampleThreadPlan,
  attempt: number,
  kept: number,
  before: readonly SampleStep[],
): readonly SampleStep[] {
  const underWay = plan.status === "running" && attempt === 2;
  const length = underWay ? Math.min(plan.length, kept + 2) : plan.length;
  const errs = hasFailed(plan.status, attempt);
  return sampleSteps({
    thread: plan.id,
    attempt,
    length,
    kept,
    before,
    ...(errs ? { decisive: decisiveOf(plan) } : {}),
  });
}

/** In the middle of the run, where a search stands. */
function decisiveOf({ length, seed }: SampleThreadPlan): number {
  const round = Math.floor(((0.4 + (seed % 3) / 10) * length) / 7);
  return Math.min(length - 1, round * 7 + 3 - (seed % 3));
}

function hasFailed(status: ThreadStatus, attempt: number): boolean {
  return status === "gave-up" || status === "failed" || attempt < ATTEMPTS[status];
}

function attemptOf(
  plan: SampleThreadPlan,
  attempt: number,
  steps: readonly SampleStep[],
  previous: AttemptView | undefined,
): AttemptView {
  const common = {
    attempt,
    head: `${plan.id}-head-${attempt}`,
    kept: previous?.rewind?.kept ?? 0,
    steps: steps.map(({ view }) => view),
    note: previous?.rewind && noteAfter(previous),
  };
  const at = new Date(Date.UTC(2026, 2, 2, 9 + attempt, plan.seed % 60)).toISOString();
  const isOpen = plan.status === "not-judged" || plan.status === "interrupted";
  if (isOpen || (plan.status === "running" && attempt === 2)) return common;
  if (plan.status === "failed") return { ...common, outcome: failure(steps) };
  if (plan.status === "unjudged")
    return { ...common, at, decision: "give-up", reason: REASONS.unjudged, problem: VERIFIER_PROBLEM };
  return hasFailed(plan.status, attempt)
    ? { ...common, at, ...judgedAsFailed(plan, attempt, steps) }
    : {
        ...common,
        at,
        outcome: { ok: true },
        decision: "accept",
        reason: `Attempt ${attempt} passed the verifier.`,
      };
}

const VERIFIER_PROBLEM = {
  code: "VERIFIER",
  name: "VerifierError",
  message: "The verifier threw: the price service did not answer.",
};

const failure = (steps: readonly SampleStep[]) =>
  ({ ok: false, reason: `EUR ${steps.at(-1)?.total ?? 0} is far above every offer of 2026.` }) as const;

function judgedAsFailed(
  plan: SampleThreadPlan,
  attempt: number,
  steps: readonly SampleStep[],
): Pick<AttemptView, "outcome" | "decision" | "reason" | "attribution" | "rewind"> {
  const attribution = sampleAttribution(steps.length, decisiveOf(plan), plan.promise, plan.seed + attempt);
  const outcome = failure(steps);
  if (attempt === ATTEMPTS[plan.status])
    return { outcome, attribution, decision: "give-up", reason: REASONS["gave-up"] };
  const rewind = rewindTo(plan, attempt, attribution, steps.length);
  const reason = `Attempt ${attempt} failed: rewound to before step ${rewind.step + 1} of ${steps.length}.`;
  return { outcome, attribution, rewind, decision: "roll-back", reason };
}

function rewindTo(
  { id }: SampleThreadPlan,
  attempt: number,
  { set, status }: Attribution,
  length: number,
): RewindRecord {
  const isPromised = attempt === 1 && status === "bounded";
  const step = isPromised ? set.range.start : 0;
  return {
    step,
    kind: "superstep",
    kept: step,
    redone: length - step,
    policy: "to-set",
    ...(isPromised ? { promise: { attempt: 1, level: 0.8, alpha: 0.2, guarantee: "exact" } } : {}),
    reason: isPromised
      ? "The set starts there. In at most 0.2 of failed runs the steps that attempt 2 keeps contain the first mistake of attempt 1."
      : "No level holds of any set, so it restarts.",
    checkpoint: `${id}-before-${step}`,
    fork: `${id}-fork-${attempt}`,
  };
}

function noteAfter({ attempt, rewind, outcome }: AttemptView): string {
  return [
    `[rollback] Attempt ${attempt} at this task failed and was undone from step ${(rewind?.step ?? 0) + 1} on.`,
    `The result was rejected: "${outcome?.reason ?? ""}"`,
    `The task is still: "${TASK}"`,
  ].join("\n");
}

function summaryOf(plan: SampleThreadPlan, run: RunView, runs: number): ThreadSummary {
  const first = run.attempts[0];
  const set = first?.attribution?.set;
  const status = first?.attribution?.status;
  const at = run.attempts.findLast((attempt) => attempt.at !== undefined)?.at;
  return {
    id: plan.id,
    status: plan.status,
    task: run.task,
    reason: run.attempts.map(rejection).find((reason) => reason !== undefined),
    runs,
    attempts: run.attempts.filter(({ decision }) => decision !== undefined).length,
    tokens: run.attempts.reduce((sum, { steps }) => sum + steps.length * 410, 0),
    ...(set === undefined || status === undefined
      ? {}
      : { set: { size: set.steps.length, steps: first?.steps.length ?? 0, status } }),
    updatedAt: at,
  };
}
