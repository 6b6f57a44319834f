import type { AttemptView, RunView, ThreadView } from "../view/thread-view.ts";

/** The attempts that are compared. */
export interface ChosenAttempts {
  readonly run: RunView;
  readonly a: AttemptView;
  readonly b: AttemptView;
  /** Number of first steps that both share, since none of the attempts between ran them again. */
  readonly kept: number;
}

/** Choice that an address may make; a part that it leaves out, or names wrongly, is chosen for it. */
export interface AttemptChoice {
  readonly run?: string | undefined;
  readonly a?: number | undefined;
  readonly b?: number | undefined;
}

/**
 * The two attempts to compare: the requested ones, else the last two of the latest run that has two.
 *
 * @returns `undefined` where the run has fewer than two attempts
 */
export function chosenAttempts(thread: ThreadView, choice: AttemptChoice): ChosenAttempts | undefined {
  const asked = thread.runs.find(({ run }) => run === choice.run);
  const run = asked ?? thread.runs.findLast(({ attempts }) => attempts.length > 1);
  const numbered = (number: number | undefined) => run?.attempts.find(({ attempt }) => attempt === number);
  const b = numbered(choice.b) ?? run?.attempts.findLast(({ attempt }) => attempt !== choice.a);
  const a = numbered(choice.a) ?? run?.attempts.findLast(({ attempt }) => attempt < (b?.attempt ?? 0));
  const other = a ?? run?.attempts.find(({ attempt }) => attempt !== b?.attempt);
  if (run === undefined || other === undefined || b === undefined || other === b) return undefined;
  return { run, a: other, b, kept: keptBetween(run.attempts, other.attempt, b.attempt) };
}

/** Each attempt keeps some steps of the one before it. Two attempts share the steps that all in between kept. */
function keptBetween(attempts: readonly AttemptView[], a: number, b: number): number {
  const [first, last] = a < b ? [a, b] : [b, a];
  const later = attempts.filter(({ attempt }) => attempt > first && attempt <= last);
  return later.reduce((least, { kept }) => Math.min(least, kept), Number.POSITIVE_INFINITY);
}
