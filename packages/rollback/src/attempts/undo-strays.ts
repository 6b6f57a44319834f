import { isDoubtful, strayEffects } from "../effects/effect-plan.ts";
import { placesIn } from "../effects/placing-effects.ts";
import { undoAll } from "../effects/undoing/undo-all.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { effectsOf } from "./attempt-effects.ts";
import type { EndedAttempt } from "./attempt.ts";

/**
 * @internal Undoes what the branch of a run that has ended does not hold, and says so in its record: effects of tries that were repeated, and those that
 * were left for reuse and not reused. A failure never throws: it stands in the record. Only an abort is thrown.
 */
export async function withStraysUndone(
  context: RollbackContext,
  { attempt, reads }: EndedAttempt,
  record: AttemptRecord,
): Promise<AttemptRecord> {
  try {
    const effects = await effectsOf(context, attempt);
    if (effects === undefined || effects.all.length === 0) return record;
    await effects.settled();
    const places = isDoubtful(effects) ? placesIn(await reads.trajectory()) : undefined;
    const strays = strayEffects(effects, attempt.number, places);
    if (strays.length === 0) return record;
    const { effects: told, failure } = await undoAll(effects, strays, attempt.config.signal);
    const problem = failure === undefined ? undefined : problemOf(failure);
    return {
      ...record,
      effects: [...(record.effects ?? []), ...told],
      ...(problem === undefined || record.problem !== undefined ? {} : { problem }),
    };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return record.problem === undefined ? { ...record, problem: problemOf(error) } : record;
  }
}
