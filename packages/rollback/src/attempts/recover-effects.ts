import type { EffectRecord } from "../effects/effect-record.ts";
import { holdsKeyOf, recordOf } from "../effects/effect-plan.ts";
import {
  isLeftBehind,
  placeOf,
  placesOf,
  type ActPlace,
  type KnownEffect,
} from "../effects/journal/known-effect.ts";
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
  const lost: KnownEffect[] = [];
  for (const effect of cutOff) {
    const place = await storedPlace(context, attempt.threadId, effect);
    if (place === undefined) lost.push(effect);
    else await putBack(effects, effect, place);
  }
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

/** Where an effect belongs to whose task, or one around it, has ended and does not run again; `undefined` if none has. */
async function storedPlace(
  context: RollbackContext,
  threadId: string,
  effect: KnownEffect,
): Promise<ActPlace | undefined> {
  const { loose, looseBy, isUndoing } = effect;
  if (loose === "task" || isUndoing) return undefined;
  const [present = placeOf(effect), ...before] = placesOf(effect);
  // A subgraph that ran anew and did not come to its end goes on where its first run was.
  const goesBack = looseBy !== undefined && !(await hasEndedAround(context, threadId, looseBy));
  if (loose === "anew" && !goesBack) return undefined;
  const earlier = before.filter((place) => goesBack && place.attempt === present.attempt);
  for (const place of [present, ...earlier])
    if (await hasEndedAround(context, threadId, place.task.namespace)) return place;
  return undefined;
}

/** An effect belongs to where it took place before a subgraph ran anew: only a step of its own will say that it is kept. */
async function putBack(effects: RunEffects, effect: KnownEffect, place: ActPlace): Promise<void> {
  const { id } = effect.intent;
  const { attempt, task } = placeOf(effect);
  const isBack = place.task.namespace !== task.namespace;
  if (isBack) await effects.add({ mark: "taken-over", id, attempt, task: place.task });
  if (isBack || effect.loose === "anew")
    await effects.add({ mark: "loose", id, why: "around", by: effect.looseBy ?? "" });
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
