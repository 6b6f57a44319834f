import type { EffectRecord } from "../effects/effect-record.ts";
import { holdsKeyOf, recordOf } from "../effects/effect-plan.ts";
import { isLeftBehind, placeOf, placesOf, type KnownEffect } from "../effects/journal/known-effect.ts";
import { placesIn } from "../effects/placing-effects.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import { undoAll } from "../effects/undoing/undo-all.ts";
import { readAttempt } from "../reading/read-trajectory.ts";
import { patiently } from "../recording/patiently.ts";
import { getTupleTolerantly } from "../recording/tolerant-reads.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { hasEndedAround } from "./has-ended.ts";
import { startOf, type Attempt } from "./attempt.ts";

/**
 * @internal Handles the effects of an attempt before it is resumed: tasks that have not ended run again. Effects whose result can be given to them
 * again stay; all others that can be undone are undone.
 *
 * @throws {UndoFailedError} if one cannot be undone: the attempt must not be resumed then, or the effect would happen twice
 */
export async function recoverEffects(
  context: RollbackContext,
  attempt: Attempt,
  effects: RunEffects,
): Promise<void> {
  const own = effects.all.filter(
    (effect) => placeOf(effect).attempt === attempt.number && !effect.isUndone && !effect.isPaused,
  );
  if (own.length === 0) return;
  const places = placesIn(await stepsUntilNow(context, attempt));
  const cutOff = own.filter((effect) => !places.isKept(effect, Number.POSITIVE_INFINITY));
  const lost: KnownEffect[] = [];
  for (const effect of cutOff) if (!(await isStored(context, attempt.threadId, effect))) lost.push(effect);
  const undone: EffectRecord[] = [];
  for (const effect of lost.toReversed()) {
    const isShared = holdsKeyOf(effects, effect, ({ intent }) => {
      const other = lost.find(({ intent: { id } }) => id === intent.id);
      return other === undefined || !isToUndo(other);
    });
    if (isToUndo(effect) && !isShared)
      undone.push(recordOf(effects, effect, { places, standing: "to-undo" }));
    else if (!isLeftBehind(effect))
      await effects.add({ mark: "loose", id: effect.intent.id, why: "task", by: "" });
  }
  const { failure } = await undoAll(effects, undone, attempt.config.signal);
  if (failure !== undefined) throw failure;
}

/** Whether a task that an effect belongs to, or one around it, has ended and does not run again. */
async function isStored(context: RollbackContext, threadId: string, effect: KnownEffect): Promise<boolean> {
  const { loose, looseBy, isUndoing } = effect;
  if (loose === "task" || isUndoing) return false;
  // A subgraph that ran anew and did not come to its end may continue where its first run was.
  const mayGoBack = looseBy === undefined || !(await hasEndedAround(context, threadId, looseBy));
  if (loose === "anew" && !mayGoBack) return false;
  const { attempt } = placeOf(effect);
  for (const [index, place] of placesOf(effect).entries()) {
    if (index > 0 && (!mayGoBack || place.attempt !== attempt)) return false;
    if (await hasEndedAround(context, threadId, place.task.namespace)) return true;
  }
  return false;
}

/** What can be undone, and whose result cannot be given again. */
function isToUndo({ intent, outcome, result, isUndoing }: KnownEffect): boolean {
  if (intent.class !== "undoable") return false;
  return isUndoing || outcome !== "done" || result === undefined || !intent.canReuse;
}

async function stepsUntilNow(
  context: RollbackContext,
  attempt: Attempt,
): Promise<Awaited<ReturnType<typeof readAttempt>> | { readonly steps: readonly [] }> {
  const { saver } = context;
  const { threadId } = attempt;
  const at = startOf(attempt);
  const head = await patiently(() => getTupleTolerantly(saver, checkpointConfig(threadId, at)));
  if (head === undefined) return { steps: [] };
  return patiently(() => readAttempt(context, threadId, head.checkpoint.id));
}
