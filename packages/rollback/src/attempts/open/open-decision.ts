import { isUndoneStanding } from "../../effects/effect-record.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { readJournal } from "../../history/journal.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { StampedAttempt } from "../../steps/attempt-stamp.ts";
import { isRollBack, type RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { wasPartlyUndone } from "../back/partly-undone.ts";

/** @internal The decision to roll back an attempt that was not carried out after all, with its effects as they stand. */
export function decisionBehind(
  records: readonly AttemptRecord[],
  last: AttemptRecord,
): RollBackRecord | undefined {
  const decided = records.findLast(
    (record): record is RollBackRecord =>
      record.run === last.run && record.attempt === last.attempt && isRollBack(record),
  );
  if (decided === undefined) return undefined;
  const known = new Map(last.effects?.map((effect) => [effect.id, effect]));
  const effects = [...(decided.effects ?? []), ...(last.effects ?? [])]
    .filter(({ id }, index, all) => all.findIndex((effect) => effect.id === id) === index)
    .map((effect) => {
      const now = known.get(effect.id);
      if (now === undefined) return effect;
      return isUndoneStanding(now.standing) || now.standing === "not-undone" ? now : effect;
    });
  return {
    ...decided,
    ...(effects.length === 0 ? {} : { effects }),
    ...(last.unfinished === true ? { unfinished: true as const } : {}),
  };
}

/**
 * @internal The decision to roll back an attempt that the next call carries out: the one that its last record holds, or the one behind a record of a
 * rollback that has begun to undo.
 *
 * @param records of the thread, oldest first
 */
export function openDecision(
  records: readonly AttemptRecord[],
  last: AttemptRecord | undefined,
): RollBackRecord | undefined {
  if (last === undefined) return undefined;
  if (isRollBack(last)) return last;
  return last.unfinished === true ? decisionBehind(records, last) : undefined;
}

/** @internal Whether a decision's fork is made. */
export async function hasFork(
  { saver }: Pick<RollbackContext, "saver">,
  threadId: string,
  { rewind: { fork } }: RollBackRecord,
): Promise<boolean> {
  return (await patiently(() => saver.getTuple(checkpointConfig(threadId, fork)))) !== undefined;
}

/** @internal Position of a run on a thread: the checkpoint that its attempt has come to. */
export interface Position extends StampedAttempt {
  readonly head: string;
}

/**
 * @internal Position of a thread whose newest decision has begun to undo and has no fork. The state there tells of what does not exist any more, so no turn may
 * start from it.
 */
export async function begunRollback(
  context: RollbackContext,
  threadId: string,
): Promise<Position | undefined> {
  const { saver, options } = context;
  if (options.effects === undefined || options.mode === "observe") return undefined;
  const { records } = await readJournal(saver, threadId);
  const decision = openDecision(records, records.at(-1));
  if (decision === undefined) return undefined;
  const { run, attempt } = decision;
  if (!(await wasPartlyUndone(context, { run, threadId }, decision))) return undefined;
  if (await hasFork(context, threadId, decision)) return undefined;
  const head = (await saver.getTuple(checkpointConfig(threadId)))?.checkpoint.id;
  return head === undefined ? undefined : { run, attempt, head };
}
