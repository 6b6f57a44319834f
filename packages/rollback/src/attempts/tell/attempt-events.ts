import type { Attempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { statusOf } from "../../history/history.ts";
import type { RollbackEvent } from "../../setup/rollback-event.ts";
import type { UndoneSteps } from "../../streams/chunk-log.ts";

type AttemptIds = Pick<Attempt, "threadId" | "run" | "number">;

/** @internal */
export function startedEvent(attempt: Attempt): RollbackEvent {
  const { note } = attempt;
  return { type: "rollback:attempt-started", ...idsOf(attempt), ...(note === undefined ? {} : { note }) };
}

/** @internal */
export function problemEvents(
  attempt: AttemptIds,
  problems: readonly RollbackProblem[] = [],
): readonly RollbackEvent[] {
  return problems.map((problem) => ({ type: "rollback:problem", ...idsOf(attempt), problem }));
}

/** @internal Events for an attempt that was rolled back. */
export function rolledBackEvents(
  attempt: Attempt,
  record: RollBackRecord,
  { kept, asksAgain }: UndoneSteps,
): readonly RollbackEvent[] {
  const { step: fromStep } = record.rewind;
  return [
    ...problemEvents(attempt, problemsOf(record)),
    { type: "rollback:rolled-back", ...idsOf(attempt), fromStep, kept, asksAgain, record },
  ];
}

/** @internal Events for a run that has ended. */
export function endedEvents(attempt: AttemptIds, record: AttemptRecord): readonly RollbackEvent[] {
  const { reason } = record;
  return [
    ...problemEvents(attempt, problemsOf(record)),
    { type: "rollback:ended", ...idsOf(attempt), status: statusOf(record), reason, record },
  ];
}

const problemsOf = ({ problem }: AttemptRecord): readonly RollbackProblem[] =>
  problem === undefined ? [] : [problem];

const idsOf = ({
  threadId,
  run,
  number,
}: AttemptIds): { threadId: string; run: string; attempt: number } => ({
  threadId,
  run,
  attempt: number,
});
