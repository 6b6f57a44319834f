import { clopperPearson, type ConfidenceInterval } from "../conformal/index.ts";

/** A number of tasks or runs out of others, with its 95 % Clopper-Pearson interval. */
export interface PilotShare {
  readonly count: number;
  readonly of: number;
  readonly interval: ConfidenceInterval;
}

/** The share with its interval; of none, the interval is [0, 1]. */
export const shareOf = (count: number, of: number): PilotShare => ({
  count,
  of,
  interval: of === 0 ? { lower: 0, upper: 1 } : clopperPearson(count, of),
});

/** How many of all are meant. */
export function shareWith<Value>(all: readonly Value[], isMeant: (value: Value) => boolean): PilotShare {
  return shareOf(all.filter(isMeant).length, all.length);
}
