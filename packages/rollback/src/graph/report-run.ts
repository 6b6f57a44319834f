import type { LangGraphRunnableConfig } from "@langchain/langgraph";

import { releaseEffects } from "../attempts/attempt/attempt-effects.ts";
import { endedEvents } from "../attempts/tell/attempt-events.ts";
import { judgedFacts } from "../attempts/tell/telemetry-facts.ts";
import { outputIn, type EndedAttempt, type FinalEnd } from "../attempts/attempt/attempt.ts";
import { recordOfPlan, recordOfVerdict } from "../attempts/decide/record-of.ts";
import { keepVerdict } from "../attempts/back/roll-back.ts";
import type { RunEnding } from "../attempts/end/standing-attempt.ts";
import { describeError } from "../errors/describe-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { statusOf } from "../history/history.ts";
import { onThreadAndFiles } from "./on-thread-and-files.ts";
import { learnFromRun } from "../loop/loops.ts";
import { learningPlace } from "../setup/learning-place.ts";
import { runIsOver } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { tellTelemetry } from "../setup/telemetry.ts";
import {
  attemptIn,
  endedIn,
  startingWith,
  type RollbackGraphState,
  type RollbackGraphUpdate,
} from "./rollback-state.ts";
import { tell, tellNotice } from "./tell-run.ts";

/** @internal Keeps the verdict on the last attempt, and gives the state of a run that has ended with it. */
export async function report(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const ended = endedIn(context, state, config);
  const record = recordIn(state, ended);
  if (record === undefined) return {};
  await tellNotice(context, ended.attempt, state.planned, config);
  await tellTelemetry(context, (telemetry) => telemetry.judged(judgedFacts(context, ended, record)));
  const kept = await onThreadAndFiles(context, ended.attempt.threadId, config.signal, (lease) =>
    keepVerdict(context, ended, record, { lease }),
  );
  return over(context, state, kept, config);
}

function recordIn({ verified, planned }: RollbackGraphState, ended: EndedAttempt): AttemptRecord | undefined {
  if (verified !== undefined && verified.kind !== "failed") return recordOfVerdict(ended, verified);
  return verified === undefined || planned === undefined ? undefined : recordOfPlan(ended, verified, planned);
}

/** @internal The state of a run that has ended. */
export async function over(
  context: RollbackContext,
  state: RollbackGraphState,
  { record, end }: RunEnding,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const attempt = attemptIn(state, config);
  releaseEffects(context, attempt);
  runIsOver(learningPlace(context), attempt);
  learnFromRun(context, attempt, record);
  await tell(context, attempt, endedEvents(attempt, record), config);
  return {
    ...after(state, record),
    ...(end === undefined ? {} : endUpdate(end)),
    ...startingWith(undefined),
  };
}

/** @internal The records so far and the run's status, once an attempt is decided on. */
export const after = ({ attempts }: RollbackGraphState, record: AttemptRecord): RollbackGraphUpdate => ({
  attempts: [...attempts, record],
  status: statusOf(record),
  reason: record.reason,
});

/** @internal How the attempt ended, for the graph's state. */
export function endUpdate(end: FinalEnd): RollbackGraphUpdate {
  const error = end.kind === "threw" ? describeError(end.error) : undefined;
  return { output: outputIn(end), error, end: end.kind === "threw" ? { ...end, error } : end };
}
