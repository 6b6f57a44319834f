import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch/web";

import type { Attempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { statusOf } from "../../history/history.ts";
import type { RollbackEvent } from "../../setup/rollback-event.ts";
import type { UndoneSteps } from "../../streams/chunk-log.ts";
import { customChunk } from "../../streams/chunk-shape.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { tellTelemetry } from "../../setup/telemetry.ts";
import { openedFacts } from "./telemetry-facts.ts";

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

/**
 * @internal Tells of an event to `onEvent`, to the callbacks of the call (a custom event of that name, which
 * `streamEvents` shows) and to the reader of its stream (a `custom` chunk) or, if that did not ask for such chunks, of
 * the stream of the graph that runs around it. Of a run that is only observed, `onEvent` alone is told.
 */
export async function* tellEvent(
  context: RollbackContext,
  attempt: Attempt,
  event: RollbackEvent,
): AsyncGenerator<unknown, void> {
  await tellTelemetry(context, async (telemetry) => {
    // The result of one that has ended is only read again.
    if (event.type === "rollback:attempt-started" && attempt.start.kind !== "settled")
      await telemetry.opened(openedFacts(context, { ...attempt, number: event.attempt }));
    telemetry.event(event);
  });
  try {
    context.options.onEvent(event);
  } catch {
    // A listener must not be able to alter the run.
  }
  // An observed run streams what it would stream by itself, and its callbacks hear nothing more.
  if (context.options.mode === "observe") return;
  try {
    await dispatchCustomEvent(event.type, event, attempt.config);
  } catch {
    // Nor must a callback handler.
  }
  const chunk = customChunk(attempt.config, event);
  if (chunk === undefined) return tellAround(attempt, event);
  attempt.config.chunkLog?.tell();
  attempt.config.chunkLog?.give();
  yield chunk.value;
}

function tellAround({ config }: Attempt, event: RollbackEvent): void {
  try {
    config.writer?.(event);
  } catch {
    // Its stream may have ended.
  }
}
