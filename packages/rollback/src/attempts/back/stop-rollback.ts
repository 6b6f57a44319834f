import { isEffectError } from "../../errors/is-effect-error.ts";
import { RecordFormatError } from "../../errors/record-format-error.ts";
import { RollbackUnfinishedError } from "../../errors/rollback-unfinished-error.ts";
import { ThreadBusyError } from "../../errors/thread-busy-error.ts";
import { ThreadMovedError } from "../../errors/thread-moved-error.ts";
import type { EffectStanding } from "../../effects/effect-record.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { leftAlone, problemOf } from "../../history/left-alone.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { StoppedRollback } from "./carry-out.ts";
import { keepAnyway } from "../attempt/keep-anyway.ts";

/** @internal The record of a decision that was not carried out, and the error that the call throws if the attempt has no result any more. */
export interface StoppedRecord {
  readonly record: AttemptRecord;
  readonly error?: RollbackUnfinishedError;
}

/**
 * @internal Stores that a decision to roll back was not carried out, and how its effects stand. What somebody else carries out meanwhile is theirs to
 * tell.
 *
 * @throws the signal's reason, if the run is aborted; the decision stays open then
 */
export async function stopRollback(
  context: RollbackContext,
  { threadId, config }: Pick<Attempt, "threadId" | "config">,
  { record, isTouched, failure }: Omit<StoppedRollback, "kind">,
): Promise<StoppedRecord> {
  const { saver } = context;
  if (config.signal?.aborted === true) {
    if (isTouched) await keepAnyway(saver, threadId, record);
    throw config.signal.reason;
  }
  const stopped = isTouched ? unfinished(record, failure) : notCarriedOut(record, failure);
  if (!(await isElsewhere(context, threadId, record, failure))) await keepAnyway(saver, threadId, stopped);
  if (!isTouched) return { record: stopped };
  const { attempt, effects = [] } = stopped;
  return {
    record: stopped,
    error: new RollbackUnfinishedError(threadId, attempt, effects, { cause: failure }),
  };
}

/** Whether somebody else has the thread and carries the decision out, or may. */
async function isElsewhere(
  { saver }: RollbackContext,
  threadId: string,
  { rewind }: RollBackRecord,
  failure: unknown,
): Promise<boolean> {
  if (failure instanceof ThreadBusyError) return true;
  if (!(failure instanceof ThreadMovedError)) return false;
  try {
    return (await saver.getTuple(checkpointConfig(threadId, rewind.fork))) !== undefined;
  } catch {
    return true;
  }
}

/** The record of a decision after which something is undone, and that has no fork yet. */
function unfinished(record: RollBackRecord, failure: unknown): AttemptRecord {
  const reason =
    `Attempt ${record.attempt} failed, and its rollback stopped after it had begun to undo (${problemOf(failure).code}): ` +
    "the thread's state tells of effects that do not exist any more. `resumeRollback` completes the rollback.";
  return { ...notCarriedOut(record, failure, "not-undone"), unfinished: true, reason };
}

/**
 * @internal The record of a decision that could not be stored or carried out. An accepted run is unjudged then: it did not fail, and its verdict is stored
 * nowhere.
 *
 * @param left how effects stand that were to be undone
 */
export function notCarriedOut(
  record: AttemptRecord,
  error: unknown,
  left: EffectStanding = isEffectError(error) ? "not-undone" : "stands",
): AttemptRecord {
  const {
    rewind: _rewind,
    updates: _updates,
    outcome,
    attribution,
    note,
    planned,
    effects,
    ...rest
  } = record;
  const isReadable = !(error instanceof RecordFormatError);
  const problem = problemOf(error);
  const reason = `The run was verified, but its verdict could not be stored (${problem.code}).`;
  if (record.decision === "accept")
    return { ...rest, ...(effects === undefined ? {} : { effects }), decision: "give-up", reason, problem };
  const told = effects?.map((effect) =>
    effect.standing === "to-undo" ? { ...effect, standing: left } : effect,
  );
  return {
    ...rest,
    ...(outcome === undefined ? {} : { outcome }),
    ...(attribution === undefined || !isReadable ? {} : { attribution }),
    ...(note === undefined || !isReadable ? {} : { note }),
    ...(planned === undefined || !isReadable ? {} : { planned }),
    ...(told === undefined ? {} : { effects: told }),
    decision: "give-up",
    ...leftAlone(problem),
  };
}
