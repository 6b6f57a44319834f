import { asUndecided } from "../effects/effect-record.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { failedInWords } from "../planning/failure.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/** @internal The record of a retry. */
export type Retry = MiddlewareRecord & { readonly trimmed: NonNullable<MiddlewareRecord["trimmed"]> };

/** @internal Whether a record is of a retry. */
export const isRetry = (record: MiddlewareRecord): record is Retry => record.trimmed !== undefined;

/** @internal The record of a retry that is not made: what it would have undone stands. */
export function notRetried(record: Retry): MiddlewareRecord {
  const { trimmed: _, undone: __, note: ___, effects = [], ...rest } = record;
  const standing = effects.map(asUndecided);
  return { ...rest, ...(standing.length === 0 ? {} : { effects: standing }), decision: "give-up" };
}

/** @internal The record of a decision that could not be carried out: the attempt's own result stands. */
export function notCarriedOut(record: MiddlewareRecord, error: unknown): MiddlewareRecord {
  const problem = problemOf(error);
  if (!isRetry(record)) return record.problem === undefined ? { ...record, problem } : record;
  const { trimmed: _, undone: __, ...rest } = record;
  return { ...rest, decision: "give-up", ...leftAlone(problem) };
}

/** @internal A record as it is where the agent is only observed: of a retry, it says what would have been done. */
export function observedRetry(record: MiddlewareRecord): MiddlewareRecord {
  if (!isRetry(record)) return record;
  const { attempt, outcome, trimmed, note, effects } = record;
  return {
    ...notRetried(record),
    reason: `${failedInWords(attempt, outcome)}; it would have been trimmed from step ${trimmed.step + 1} of ${trimmed.kept + trimmed.redone} on, but the mode is "observe".`,
    stopped: { by: "observing" },
    planned: {
      ...trimmed,
      ...(note === undefined ? {} : { note }),
      ...(effects === undefined ? {} : { effects }),
    },
  };
}
