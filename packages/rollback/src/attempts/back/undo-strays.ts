import { isDoubtful } from "../../effects/effect-plan.ts";
import { placesIn } from "../../effects/placing-effects.ts";
import { undoAll } from "../../effects/undoing/undo-all.ts";
import { undoStrays } from "../../effects/undoing/undo-strays.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { appendEntry } from "../../history/journal.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import type { Attempt, EndedAttempt } from "../attempt/attempt.ts";

/**
 * @internal Undoes what the branch of a run that has ended does not hold, and says so in its record: effects of tries that were repeated, and those that
 * were left for reuse and not reused. Of a run that is only observed, all of it stands. A failure never throws: it stands in the record. Only an abort is thrown.
 */
export async function withStraysUndone(
  context: RollbackContext,
  { attempt, reads }: EndedAttempt,
  record: AttemptRecord,
): Promise<AttemptRecord> {
  try {
    const effects = await effectsOf(context, attempt);
    if (effects === undefined || effects.all.length === 0) return record;
    const places = isDoubtful(effects) ? placesIn(await reads.trajectory()) : undefined;
    const { effects: told, failure } = await undoStrays(
      effects,
      attempt.number,
      places,
      attempt.config.signal,
    );
    if (told.length === 0) return record;
    const problem = failure === undefined ? undefined : problemOf(failure);
    const isTold = new Set(told.map(({ id }) => id));
    return {
      ...record,
      effects: [...(record.effects ?? []).filter(({ id }) => !isTold.has(id)), ...told],
      ...(problem === undefined || record.problem !== undefined ? {} : { problem }),
    };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return record.problem === undefined ? { ...record, problem: problemOf(error) } : record;
  }
}

/**
 * @internal Undoes what the record of a run that has ended says is still to be undone, and keeps what became of it.
 *
 * @throws {UndoFailedError} if it still cannot be undone; the record says so
 */
export async function undoListedStrays(
  context: RollbackContext,
  attempt: Attempt,
  record: AttemptRecord,
): Promise<void> {
  const { effects: listed = [] } = record;
  const effects = listed.some(({ standing }) => standing === "to-undo")
    ? await effectsOf(context, attempt)
    : undefined;
  if (effects === undefined) return;
  const { effects: told, failure } = await undoAll(effects, listed, attempt.config.signal);
  const problem = failure === undefined ? {} : { problem: problemOf(failure) };
  await appendEntry(context.saver, attempt.threadId, "attempt", { ...record, effects: told, ...problem });
  if (failure !== undefined) throw failure;
}
