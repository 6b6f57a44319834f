import { differenceInterval } from "@langgraph-rollback/attribution/conformal";

import type { TrendStats } from "./agent-stats.ts";
import { shareOf } from "./count-places.ts";
import type { RunFacts } from "./run-facts.ts";

/** Periods that are told apart. */
const PERIODS = 12;
const DAY = 86_400_000;

/** @internal Periods that end at a moment. */
export interface Periods {
  readonly end: number;
  readonly days: number;
}

/** @internal The period that a time lies in: 0 for the last one, 1 for the one before. A time behind the end is in the last one. */
export const periodOf = (at: string, { days, end }: Periods): number =>
  Math.max(0, Math.floor((end - Date.parse(at)) / (days * DAY)));

/** @internal How many of these times lie in each of the latest periods, oldest first. */
export function historyOf(times: readonly string[], periods: Periods, length: number): readonly number[] {
  const counts = Array.from({ length }, () => 0);
  for (const at of times) {
    const place = length - 1 - periodOf(at, periods);
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** @internal Failures of judged runs, period by period, and whether there are more than before. */
export function trendOf(judged: readonly RunFacts[], periods: Periods): TrendStats {
  const oldest = judged.reduce((most, { at }) => Math.max(most, periodOf(at, periods)), 0);
  const length = Math.min(PERIODS, oldest + 1);
  const runs = historyOf(
    judged.map(({ at }) => at),
    periods,
    length,
  );
  const failed = historyOf(failuresIn(judged), periods, length);
  const isLast = ({ at }: RunFacts): boolean => periodOf(at, periods) === 0;
  const [now, then] = [judged.filter(isLast), judged.filter((run) => !isLast(run))];
  const [last, before] = [now, then].map((some) => shareOf(failuresIn(some).length, some.length));
  const none = shareOf(0, 0);
  return {
    periods: runs.map((count, at) => ({
      from: new Date(periods.end - (length - at) * periods.days * DAY).toISOString(),
      runs: count,
      failed: failed[at] ?? 0,
    })),
    last: last ?? none,
    before: before ?? none,
    ...compared(now, then),
  };
}

function compared(
  now: readonly RunFacts[],
  then: readonly RunFacts[],
): Pick<TrendStats, "difference" | "is"> {
  if (now.length === 0 || then.length === 0) return { is: "unknown" };
  const of = (runs: readonly RunFacts[]) => ({ successes: failuresIn(runs).length, n: runs.length });
  const difference = differenceInterval(of(then), of(now));
  if (difference.lower > 0) return { difference, is: "more" };
  return { difference, is: difference.upper < 0 ? "fewer" : "chance" };
}

const failuresIn = (runs: readonly RunFacts[]): readonly string[] =>
  runs.flatMap(({ at, failure }) => (failure === undefined ? [] : at));
