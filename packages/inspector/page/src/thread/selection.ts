import type { AttemptView, RunView, StepView, ThreadView } from "../../../src/shared/view/thread-view.ts";
import type { Route } from "../routing/route.ts";

/** Route of a thread's page. */
export type ThreadRoute = Extract<Route, { page: "thread" }>;

/** Views of a step, in the order of their keys 1 to 6. */
export const TABS = ["summary", "input", "state", "diff", "why", "raw"] as const;
export type Tab = (typeof TABS)[number];

/** Part of a thread that is looked at. */
export interface Selection {
  readonly run: RunView;
  readonly attempt: AttemptView;
  /** Absent in an attempt without steps. */
  readonly step?: StepView | undefined;
  readonly tab: Tab;
}

/**
 * Selection that an address points at. A part that it leaves open, or names in vain, is filled in with what matters most: the latest run,
 * its first attempt that has scores, the most suspicious step of its set.
 *
 * @returns `undefined` for a thread without runs
 */
export function selectionOf(view: ThreadView, route: ThreadRoute): Selection | undefined {
  const run = view.runs.find((each) => each.run === route.run) ?? view.runs.at(-1);
  const attempt = run?.attempts.find((each) => each.attempt === route.attempt) ?? mainAttempt(run);
  if (run === undefined || attempt === undefined) return undefined;
  const step = attempt.steps[Math.min(route.step ?? mainStep(attempt), attempt.steps.length - 1)];
  const tab = TABS.find((each) => each === route.tab) ?? "summary";
  return { run, attempt, tab, step };
}

/** Parts that an address names in vain, and those shown in their place, as a sentence; `undefined` where it names nothing in vain. */
export function namedInVain({ runs }: ThreadView, route: ThreadRoute, shown: Selection): string | undefined {
  const { attempt, step } = shown;
  if (route.run !== undefined && !runs.some(({ run }) => run === route.run))
    return "This thread has no run of the address; its latest run is shown.";
  if (route.attempt !== undefined && route.attempt !== attempt.attempt)
    return `This run has no attempt ${route.attempt}; attempt ${attempt.attempt} is shown.`;
  if (route.step !== undefined && step !== undefined && route.step !== step.index)
    return `Attempt ${attempt.attempt} has no step ${route.step + 1}; step ${step.index + 1} is shown.`;
  return undefined;
}

function mainAttempt(run: RunView | undefined): AttemptView | undefined {
  return run?.attempts.find(({ attribution }) => attribution !== undefined) ?? run?.attempts.at(-1);
}

/** The step to look at first: the most suspicious of the set; where all are alike the last that threw, else the last. */
export function mainStep({ steps, attribution }: AttemptView): number {
  const { scores = [], set } = attribution ?? {};
  const score = (step: number) => scores[step] ?? 0;
  if (set !== undefined && (attribution?.status === "bounded" || new Set(scores).size > 1))
    return set.steps.reduce((most, step) => (score(step) > score(most) ? step : most), set.steps[0] ?? 0);
  const thrown = steps.findLastIndex(({ error }) => error !== undefined);
  return thrown < 0 ? Math.max(0, steps.length - 1) : thrown;
}

/** The address of a selection, of which one part changes: another attempt begins at its own main step. */
export function routeTo(
  thread: string,
  selection: Selection,
  change: { readonly run?: string; readonly attempt?: number; readonly step?: number; readonly tab?: Tab },
): ThreadRoute {
  const { run, attempt, step, tab } = selection;
  if (change.run !== undefined && change.run !== run.run)
    return { page: "thread", thread, run: change.run, tab: change.tab ?? tab };
  const moved = change.attempt !== undefined && change.attempt !== attempt.attempt;
  const at = change.step ?? (moved ? undefined : step?.index);
  return {
    page: "thread",
    thread,
    run: run.run,
    attempt: change.attempt ?? attempt.attempt,
    step: at,
    tab: change.tab ?? tab,
  };
}

/** Whether there is a decisive step to look for: the attempt was judged, failed and has steps. */
export function canBeLabelled({ outcome, steps }: AttemptView): boolean {
  return outcome?.ok === false && steps.length > 0;
}

/** The step reached from another by a number of steps; stays inside of the attempt. */
export function stepBy({ attempt, step }: Selection, by: number): number {
  return Math.min(attempt.steps.length - 1, Math.max(0, (step?.index ?? 0) + by));
}

/** The attempt before or after, if there is one. */
export function attemptBy({ run, attempt }: Selection, by: 1 | -1): AttemptView | undefined {
  const at = run.attempts.findIndex((each) => each.attempt === attempt.attempt);
  return run.attempts[at + by];
}
