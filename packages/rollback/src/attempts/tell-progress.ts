import type { AttemptRecord, RollbackProblem } from "../history/attempt-record.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { Attempt, EndedAttempt } from "./attempt/attempt.ts";
import {
  endedEvents,
  problemEvents,
  rolledBackEvents,
  startedEvent,
  tellEvent,
} from "./tell/attempt-events.ts";
import type { RollBackRecord } from "./attempt/attempt-from-fork.ts";
import { keepProblems } from "./attempt/keep-problems.ts";
import type { OpenedAttempt } from "./open/opened-attempt.ts";
import type { StandingEnd } from "./end/standing-attempt.ts";
import { tellState } from "./tell/tell-state.ts";
import { undoneSteps } from "./tell/undone-steps.ts";

/** @internal Tells that an attempt starts, and why nobody knows where its thread's run stands, if nobody does. */
export async function* tellStarted(
  context: RollbackContext,
  { attempt, problem }: OpenedAttempt,
): AsyncGenerator<unknown, void> {
  attempt.config.chunkLog?.begin(attempt.number);
  yield* tellEvent(context, attempt, startedEvent(attempt));
  if (problem !== undefined) yield* tellProblem(context, attempt, problem);
}

/** @internal Keeps a problem in the history, and tells it. */
export async function* tellProblem(
  context: RollbackContext,
  attempt: Attempt,
  problem: RollbackProblem,
): AsyncGenerator<unknown, void> {
  await keepProblems(context, attempt, [problem]);
  for (const event of problemEvents(attempt, [problem])) yield* tellEvent(context, attempt, event);
}

/**
 * @internal Tells that an attempt was rolled back, and what of it is undone; so does the log of its chunks.
 *
 * @param mayHaveAsked whether the run may have paused for a human; if not, the checkpointer is not read for it
 */
export async function* tellRolledBack(
  context: RollbackContext,
  ended: EndedAttempt,
  record: RollBackRecord,
  mayHaveAsked: boolean,
): AsyncGenerator<unknown, void> {
  const { attempt } = ended;
  const steps = await undoneSteps(context, ended, record, mayHaveAsked);
  attempt.config.chunkLog?.undo(attempt.number, steps);
  for (const event of rolledBackEvents(attempt, record, steps)) yield* tellEvent(context, attempt, event);
}

/** @internal Tells that an earlier attempt's output is the run's: it is streamed once more, for those who take a run's last values for its result. */
export async function* tellStanding(
  context: RollbackContext,
  { attempt }: EndedAttempt,
  { end, number, problem }: StandingEnd,
): AsyncGenerator<unknown, void> {
  if (problem !== undefined) yield* tellProblem(context, attempt, problem);
  if (end.kind !== "returned") return;
  attempt.config.chunkLog?.stand(number);
  yield* tellState(context, { attempt, end });
}

/** @internal Tells how a run ended. */
export async function* tellEnded(
  context: RollbackContext,
  attempt: Attempt,
  record: AttemptRecord,
): AsyncGenerator<unknown, void> {
  for (const event of endedEvents(attempt, record)) yield* tellEvent(context, attempt, event);
}
