import type { Step } from "@langgraph-rollback/attribution/trajectory";

import type { AttemptSpent } from "../history/attempt-record.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { cachedShare, tokensByModel, type ModelTokens } from "../steps/token-count.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { EarlierAttempt } from "./failure.ts";

/** @internal Amounts that a run has spent, all its attempts together. */
export interface RunSpent {
  readonly steps: number;
  readonly tokens: readonly ModelTokens[];
  /** When its first step began, milliseconds since the epoch; `undefined` where nobody recorded. */
  readonly startedAt: number | undefined;
}

/**
 * @internal Amounts that an attempt has spent itself, its verdict included.
 *
 * @param start number of its steps that are kept from the attempt before
 * @param began when it began, if that is known better than from its steps, ISO 8601
 */
export function spentBy(
  steps: readonly RecordedStep[],
  start: number,
  { cost }: Pick<AttemptOutcome, "cost">,
  began?: string,
): AttemptSpent {
  const own = steps.slice(start);
  const startedAt = began ?? earliest(own);
  const tokens = tokensByModel([
    ...own.flatMap(({ tokens: counted }) => counted?.byModel ?? []),
    ...(cost?.tokens ?? []),
  ]);
  const cached = cachedShare(tokens);
  return {
    steps: own.length,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(tokens.length === 0 ? {} : { tokens }),
    ...(cached === undefined ? {} : { cached }),
  };
}

/** Times in ISO 8601, UTC, sort as they are. */
const earliest = (steps: readonly Step[]): string | undefined =>
  steps.flatMap(({ startedAt }) => startedAt ?? []).toSorted()[0];

/**
 * @internal Amounts that a run has spent.
 *
 * @param earlier records of the attempts before, oldest first
 * @param own     amounts that the last attempt has spent itself
 */
export function runSpent(earlier: readonly EarlierAttempt[], own: AttemptSpent): RunSpent {
  const first = earlier[0]?.spent ?? own;
  const began = Date.parse(first.startedAt ?? "");
  return {
    steps: earlier.reduce((sum, record, i) => sum + stepsIn(record, earlier[i - 1]), own.steps),
    tokens: tokensByModel([...earlier.flatMap(({ spent }) => spent?.tokens ?? []), ...(own.tokens ?? [])]),
    startedAt: Number.isNaN(began) ? undefined : began,
  };
}

/** Records of older versions do not have `spent`, but their rewinds tell how many steps there were. */
function stepsIn({ spent, rewind }: EarlierAttempt, before: EarlierAttempt | undefined): number {
  if (spent !== undefined) return spent.steps;
  return rewind === undefined ? 0 : rewind.kept + rewind.redone - (before?.rewind?.kept ?? 0);
}
