import type { AttemptRecord } from "../../history/attempt-record.ts";

/** @internal The attempt that is returned of those that failed, and why. */
export interface BestAttempt {
  readonly record: AttemptRecord;
  /** Says so, as a sentence. */
  readonly words: string;
}

/**
 * @internal The best of a run's attempts if none passed. One that was stopped has no result. An attempt that returned is better than one that threw.
 * Then the highest score counts, then the first attempt: the user would have had it without rollback.
 *
 * @param attempts in order, the last one as well
 * @param isWhole  whether the world is as an attempt left it: if not, its result would not speak of the world as it is
 */
export function bestAttempt(
  attempts: readonly AttemptRecord[],
  last: AttemptRecord,
  isWhole: (record: AttemptRecord) => boolean,
): BestAttempt {
  const over = attempts.filter((each) => each === last || !wasStopped(each));
  const left = over.filter((each) => each !== last && !isWhole(each));
  const open = over.filter((each) => !left.includes(each));
  const record = open.reduce((best, next) => (isBetter(next, best) ? next : best), open[0] ?? last);
  const { attempt } = record;
  const given = threw(record)
    ? `the exception of attempt ${attempt} is thrown`
    : `attempt ${attempt} is returned`;
  const others = left.length === 0 ? "" : ` of those that can be: ${changedSince(left)}`;
  const why = over.length === 1 ? "it is the only one that came to its end" : whyBest(record, open);
  return { record, words: `No attempt passed; ${given}, as ${why}${others}.` };
}

/** @internal Whether an exception escaped from an attempt. */
export const threw = ({ outcome }: AttemptRecord): boolean => outcome?.error !== undefined;

/** Whether an attempt has no end of its own, as an alarm or a check has stopped it. */
const wasStopped = (record: AttemptRecord): boolean => record.outcome?.early !== undefined && threw(record);

/** A verdict without a score counts less than any score: it comes from a check before the one that scores. */
const scoreOf = ({ outcome }: AttemptRecord): number => outcome?.score ?? Number.NEGATIVE_INFINITY;

function isBetter(one: AttemptRecord, other: AttemptRecord): boolean {
  if (threw(one) !== threw(other)) return threw(other);
  return scoreOf(one) > scoreOf(other);
}

function whyBest(best: AttemptRecord, open: readonly AttemptRecord[]): string {
  const score = best.outcome?.score;
  const equal = open.filter((each) => !isBetter(each, best) && !isBetter(best, each)).length;
  if (score !== undefined && equal > 1) return `it is the first with the best score (${score})`;
  if (score !== undefined) return `its score is the best (${score})`;
  if (equal === open.length) return "it is the first";
  return `it is the ${equal === 1 ? "only one" : "first"} that returned`;
}

const changedSince = (left: readonly AttemptRecord[]): string =>
  `effects have been undone or done since ${left.map(({ attempt }) => `attempt ${attempt}`).join(" and ")}`;
