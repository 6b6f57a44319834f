import type { EffectRecord } from "../effects/effect-record.ts";
import { holdsKeyOf, recordOf } from "../effects/effect-plan.ts";
import { placeOf, type KnownEffect } from "../effects/journal/known-effect.ts";
import { placesIn } from "../effects/placing-effects.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import { undoAll } from "../effects/undoing/undo-all.ts";
import { readAttempt } from "../reading/read-trajectory.ts";
import { patiently } from "../recording/patiently.ts";
import { getTupleTolerantly } from "../recording/tolerant-reads.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { hasEndedInside } from "./ended-inside.ts";
import { startOf, type Attempt } from "./attempt.ts";

/**
 * @internal Sees to the effects of an attempt that goes on, before it does: tasks that have not ended run again. What they did and can be given
 * again stays for them to take over; all else that can be undone is undone.
 *
 * @throws {UndoFailedError} if one cannot be undone: the attempt must not go on then, or it would happen twice
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
  const undone: EffectRecord[] = [];
  for (const effect of cutOff.toReversed()) {
    const isLoose = effect.loose === "task" || effect.isUndoing;
    if (!isLoose && (await hasEndedInside(context, attempt.threadId, placeOf(effect).task))) continue;
    const isShared = holdsKeyOf(effects, effect, (other) => !cutOff.includes(other) || !isToUndo(other));
    if (isToUndo(effect) && !isShared)
      undone.push(recordOf(effects, effect, { places, standing: "to-undo" }));
    else if (effect.loose !== "task") await effects.add({ mark: "loose", id: effect.intent.id, why: "task" });
  }
  const { failure } = await undoAll(effects, undone, attempt.config.signal);
  if (failure !== undefined) throw failure;
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
