import type { Attempt } from "./attempt.ts";
import type { AttemptRecord, RollbackProblem } from "../history/attempt-record.ts";
import { statusOf } from "../history/history.ts";
import type { RollbackEvent } from "../setup/rollback-event.ts";
import type { UndoneSteps } from "../streams/chunk-log.ts";

/** @internal */
export function startedEvent(attempt: Attempt): RollbackEvent {
  const { note } = attempt;
  return { type: "rollback:attempt-started", ...idsOf(attempt), ...(note === undefined ? {} : { note }) };
}

/** @internal */
export function problemEvents(
  attempt: Attempt,
  problems: readonly RollbackProblem[] = [],
): readonly RollbackEvent[] {
  return problems.map((problem) => ({ type: "rollback:problem", ...idsOf(attempt), problem }));
}

/**
 * @internal What is told when an attempt's decision was carried out.
 *
 * @param steps what the rollback undid, if it was one
 */
export function settledEvents(
  attempt: Attempt,
  record: AttemptRecord,
  steps: UndoneSteps | undefined,
): readonly RollbackEvent[] {
  const { problem } = record;
  return [
    ...problemEvents(attempt, problem === undefined ? [] : [problem]),
    steps === undefined
      ? {
          type: "rollback:ended",
          ...idsOf(attempt),
          status: statusOf(record),
          reason: record.reason,
          record,
        }
      : {
          type: "rollback:rolled-back",
          ...idsOf(attempt),
          fromStep: record.rewind?.step ?? 0,
          kept: steps.kept,
          asksAgain: steps.asksAgain,
          record,
        },
  ];
}

const idsOf = ({ threadId, run, number }: Attempt): { threadId: string; run: string; attempt: number } => ({
  threadId,
  run,
  attempt: number,
});
