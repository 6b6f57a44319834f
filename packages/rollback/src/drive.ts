import type { Attempt, EndedAttempt } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import type { RunConfig } from "./compiled-graph.ts";
import { concludeAttempt } from "./conclude-attempt.ts";
import { customChunk } from "./custom-chunk.ts";
import { RollbackExhaustedError } from "./errors/rollback-exhausted-error.ts";
import { statusOf } from "./history.ts";
import { openAttempt } from "./open-attempt.ts";
import type { RollbackContext } from "./rollback-context.ts";
import type { RollbackEvent } from "./rollback-event.ts";
import { openRootRun } from "./root-run.ts";
import { runAttempt } from "./run-attempt.ts";
import { settleAttempt } from "./settle-attempt.ts";

/**
 * @internal One run with rollback: run, verify, attribute, rewind, note, run again, until an attempt passes or the
 * budget is spent. Yields the chunks that the graph's own stream would yield, attempt after attempt.
 */
export async function* drive(
  context: RollbackContext,
  input: unknown,
  config: RunConfig,
): AsyncGenerator<unknown, void> {
  const root = await openRootRun(context.graph, input, config);
  try {
    await root.ended(yield* attempts(context, input, root.config));
  } catch (error) {
    await root.failed(error);
    throw error;
  }
}

/** Attempt after attempt; returns the output of the last. */
async function* attempts(
  context: RollbackContext,
  input: unknown,
  config: RunConfig,
): AsyncGenerator<unknown, unknown> {
  const opened = await openAttempt(context, input, config);
  let { attempt } = opened;
  let end = opened.end;
  for (;;) {
    yield* emit(context, attempt, started(attempt));
    end ??= yield* runAttempt(context, attempt);
    if (end.status === "refused") throw end.error;
    if (end.status === "paused" || attempt.settled === true) return end.output;
    const concluded = await concludeAttempt(context, attempt, end);
    const { record, next } = await settleAttempt(context, attempt, concluded);
    for (const event of settled(attempt, record)) yield* emit(context, attempt, event);
    if (next === undefined) return finish(context, attempt, end, record);
    attempt = next;
    end = undefined;
  }
}

/** The run's own result: its output has been streamed already, its exception is thrown as it was. */
function finish(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
  record: AttemptRecord,
): unknown {
  if (end.error !== undefined) throw end.error;
  const failed = record.decision === "give-up" && record.problem === undefined;
  if (failed && context.options.onFailure === "error")
    throw new RollbackExhaustedError(attempt.threadId, attempt.number, record.reason, end.output);
  return end.output;
}

function started(attempt: Attempt): RollbackEvent {
  const { note } = attempt;
  return { type: "rollback:attempt-started", ...idsOf(attempt), ...(note === undefined ? {} : { note }) };
}

function settled(attempt: Attempt, record: AttemptRecord): readonly RollbackEvent[] {
  const { problem } = record;
  return [
    ...(problem === undefined ? [] : [{ type: "rollback:problem" as const, ...idsOf(attempt), problem }]),
    record.decision === "roll-back"
      ? { type: "rollback:rolled-back", ...idsOf(attempt), record }
      : {
          type: "rollback:ended",
          ...idsOf(attempt),
          status: statusOf(record),
          reason: record.reason,
          record,
        },
  ];
}

const idsOf = ({ threadId, run, number }: Attempt): { threadId: string; run: string; attempt: number } => ({
  threadId,
  run,
  attempt: number,
});

function* emit(context: RollbackContext, attempt: Attempt, event: RollbackEvent): Generator {
  try {
    context.options.onEvent(event);
  } catch {
    // A listener must not be able to alter the run.
  }
  const chunk = customChunk(attempt.config, event);
  if (chunk !== undefined) yield chunk.value;
}
