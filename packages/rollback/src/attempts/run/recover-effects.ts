import type { EffectRecord } from "../../effects/effect-record.ts";
import { holdsKeyOf, recordOf } from "../../effects/effect-plan.ts";
import { isLeftBehind, placeOf, placesOf, type KnownEffect } from "../../effects/journal/known-effect.ts";
import { placesIn } from "../../effects/placing-effects.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import { heldByEarlierTurn } from "../../effects/user-key.ts";
import { undoAll } from "../../effects/undoing/undo-all.ts";
import { problemOf } from "../../history/left-alone.ts";
import { readAttempt } from "../../reading/read-trajectory.ts";
import { patiently } from "../../recording/patiently.ts";
import { getTupleTolerantly } from "../../recording/tolerant-reads.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import { endedTasks } from "./has-ended.ts";
import { startOf, type Attempt } from "../attempt/attempt.ts";
import { keepProblems } from "../attempt/keep-problems.ts";

/**
 * @internal Handles the effects of an attempt before it is resumed: tasks that have not ended run again. Effects whose result can be given to them
 * again stay; all others that can be undone are undone.
 *
 * @throws {UndoFailedError} if one cannot be undone: the attempt must not be resumed then, or the effect would happen twice. The history says so
 */
export async function recoverEffects(
  context: RollbackContext,
  attempt: Attempt,
  effects: RunEffects,
): Promise<void> {
  const isOwn = (effect: KnownEffect): boolean =>
    placeOf(effect).attempt === attempt.number && !effect.isUndone && !effect.isPaused;
  // Acts under way when the earlier call was aborted may continue.
  await effects.settled(attempt.config.signal, isOwn);
  const own = effects.all.filter(isOwn);
  if (own.length === 0) return;
  const places = placesIn(await stepsUntilNow(context, attempt));
  const cutOff = own.filter((effect) => !places.isKept(effect, Number.POSITIVE_INFINITY));
  const lost: KnownEffect[] = [];
  const hasEnded = endedTasks(context, attempt.threadId);
  for (const effect of cutOff) if (!(await isStored(effect, hasEnded))) lost.push(effect);
  const isLost = new Set(lost.map(({ intent: { id } }) => id));
  const undone: EffectRecord[] = [];
  for (const effect of lost.toReversed()) {
    const isShared =
      heldByEarlierTurn(effects, effect) !== undefined ||
      holdsKeyOf(effects, effect, (other) => !isLost.has(other.intent.id) || !isToUndo(other));
    if (isToUndo(effect) && !isShared)
      undone.push(recordOf(effects, effect, { places, standing: "to-undo" }));
    else if (!isLeftBehind(effect))
      await effects.add({ mark: "loose", id: effect.intent.id, why: "task", by: "" });
  }
  const { effects: told, failure } = await undoAll(effects, undone, attempt.config.signal);
  if (failure === undefined) return;
  await keepProblems(context, attempt, [problemOf(failure)], told);
  throw failure;
}

/** Whether a task that an effect belongs to, or one around it, has ended and does not run again. */
async function isStored(
  effect: KnownEffect,
  hasEnded: (namespace: string) => Promise<boolean>,
): Promise<boolean> {
  const { loose, looseBy, isUndoing } = effect;
  if (loose === "task" || isUndoing) return false;
  // A subgraph that ran anew and did not come to its end may continue where its first run was.
  const mayGoBack = looseBy === undefined || !(await hasEnded(looseBy));
  if (loose === "anew" && !mayGoBack) return false;
  const { attempt } = placeOf(effect);
  const places = placesOf(effect);
  for (const [index, place] of places.entries()) {
    if (index > 0 && place.attempt !== attempt) return false;
    const isLeft = places.length - index <= effect.placesLeft;
    if (isLeft && !mayGoBack) return false;
    if (await hasEnded(place.task.namespace)) return true;
  }
  return false;
}

/** Whether an effect can be undone and its result cannot be given again. */
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
