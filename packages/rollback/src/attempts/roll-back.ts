import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { RecordFormatError } from "../errors/record-format-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { appendEntry } from "../history/journal.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { fence } from "../locking/fence.ts";
import type { ThreadLease } from "../locking/thread-lock.ts";
import { patiently } from "../recording/patiently.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { Attempt, EndedAttempt } from "./attempt.ts";
import type { RollBackRecord } from "./attempt-from-fork.ts";
import { carryOut } from "./carry-out.ts";
import { putInPlace, withStanding, type StandingPlace, type Verdict } from "./standing-attempt.ts";
import { withStraysUndone } from "./undo-strays.ts";

/** @internal What became of a decision: the record of it that counts, and the attempt that follows a rollback. */
export type Settled =
  | { readonly kind: "rolled-back"; readonly record: RollBackRecord; readonly next: Attempt }
  | ({ readonly kind: "over" } & Verdict);

/**
 * @internal Stores the decision to roll back in the thread's history and then carries it out: if the process dies in between, another one can
 * continue. If the checkpointer refuses, the run's own result stands and the record says why.
 *
 * @param threadHead the thread's newest checkpoint, where that is a question about the decision
 *
 * A thread that a newer run has moved is not written to at all: no decision, no fork.
 */
export async function rollBack(
  context: RollbackContext,
  { attempt, reads }: EndedAttempt,
  record: RollBackRecord,
  lease: ThreadLease,
  threadHead: string = record.head,
): Promise<Settled> {
  const { saver } = context;
  const { threadId } = attempt;
  let isKept = false;
  let told = record;
  try {
    await patiently(() => fence(saver, threadId, threadHead, lease));
    await appendEntry(saver, threadId, "attempt", record);
    isKept = true;
    const carried = await carryOut(context, attempt, record, lease, { reads, threadHead });
    told = carried.record;
    if (carried.kind === "stopped") throw carried.failure;
    return { kind: "rolled-back", record: told, next: carried.next };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    const failed = notCarriedOut(told, error);
    // A thread that somebody else has moved is left alone, unless the decision stands there without its fork.
    const isLeft = error instanceof ThreadMovedError && !(isKept && (await isOpen(context, attempt, record)));
    if (!isLeft) await keepAnyway(saver, threadId, failed);
    return { kind: "over", record: failed };
  }
}

/**
 * @internal Stores the decision that ends a run in the thread's history. If no attempt has passed, the thread then continues from the best one. If
 * the process dies in between, another one can do the rest.
 *
 * @returns the record as it was stored: if the checkpointer refuses the decision, the record says so
 */
export async function keepVerdict(
  context: RollbackContext,
  ended: EndedAttempt,
  decided: AttemptRecord,
  place: StandingPlace,
): Promise<Extract<Settled, { readonly kind: "over" }>> {
  const { saver } = context;
  const { threadId } = ended.attempt;
  const record = await withStraysUndone(context, ended, decided);
  const chosen = await withStanding(context, ended, record, place);
  try {
    await appendEntry(saver, threadId, "attempt", chosen.record);
  } catch (error) {
    const failed = notCarriedOut(record, error);
    await keepAnyway(saver, threadId, failed);
    return { kind: "over", record: failed };
  }
  const verdict = await putInPlace(context, ended, chosen, record, place);
  if (verdict.record !== chosen.record) await keepAnyway(saver, threadId, verdict.record);
  return { kind: "over", ...verdict };
}

/** Keeps a record if that can be done: where the checkpointer is down, the record still goes out with the event. */
async function keepAnyway(
  saver: BaseCheckpointSaver,
  threadId: string,
  record: AttemptRecord,
): Promise<void> {
  try {
    await appendEntry(saver, threadId, "attempt", record);
  } catch {
    // Told with the event alone.
  }
}

/**
 * The record of a decision that could not be stored or carried out. An accepted run is unjudged then: it did not fail, and its verdict is stored
 * nowhere.
 */
function notCarriedOut(record: AttemptRecord, error: unknown): AttemptRecord {
  const { rewind: _rewind, updates: _updates, outcome, attribution, note, planned, ...rest } = record;
  const isReadable = !(error instanceof RecordFormatError);
  const problem = problemOf(error);
  const reason = `The run was verified, but its verdict could not be stored (${problem.code}).`;
  if (record.decision === "accept") return { ...rest, decision: "give-up", reason, problem };
  return {
    ...rest,
    ...(outcome === undefined ? {} : { outcome }),
    ...(attribution === undefined || !isReadable ? {} : { attribution }),
    ...(note === undefined || !isReadable ? {} : { note }),
    ...(planned === undefined || !isReadable ? {} : { planned }),
    decision: "give-up",
    ...leftAlone(problem),
  };
}

/** Whether a decision stands in the history without its fork; if another process has made the fork, the run continues there. */
async function isOpen(
  { saver }: RollbackContext,
  { threadId }: Attempt,
  { rewind }: RollBackRecord,
): Promise<boolean> {
  try {
    return (await saver.getTuple(checkpointConfig(threadId, rewind.fork))) === undefined;
  } catch {
    return false;
  }
}
