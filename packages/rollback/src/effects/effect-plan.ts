import { canonical } from "../langgraph/canonical.ts";
import { isHeld, isRefused, placeOf, type KnownEffect } from "./journal/known-effect.ts";
import { undoneStanding, type EffectRecord, type EffectStanding } from "./effect-record.ts";
import type { EffectPlaces } from "./placing-effects.ts";
import type { RunEffects } from "./run-effects.ts";
import { heldByEarlierTurn } from "./user-key.ts";

const ARGS_LENGTH = 500;

/**
 * @internal Plan of a rollback to before a step for the effects that the failed attempt's branch has held until now and does not keep. Newest first,
 * which is the order of undoing.
 */
export function plannedEffects(
  effects: RunEffects,
  places: EffectPlaces,
  { attempt, before }: { readonly attempt: number; readonly before: number },
): readonly EffectRecord[] {
  const stays = (other: KnownEffect): boolean =>
    places.isKept(other, before) || plannedFor(effects, other) === "left-for-reuse";
  return effects.all
    .filter(
      (effect) =>
        !effect.isUndone &&
        !isRefused(effect) &&
        isOnBranch(effect, attempt) &&
        !places.isKept(effect, before),
    )
    .filter((effect) => plannedFor(effects, effect) !== "to-undo" || !holdsKeyOf(effects, effect, stays))
    .toReversed()
    .map((effect) => recordOf(effects, effect, { places, standing: plannedFor(effects, effect) }));
}

/**
 * @internal Effects that the branch of a run which has ended does not hold: of executions that were tried again, of tasks that were aborted, and
 * those that were left for reuse and not reused. Newest first. One whose key an act of the branch has that threw stands: that may have taken place.
 */
export function strayEffects(
  effects: RunEffects,
  attempt: number,
  places: EffectPlaces | undefined,
): readonly EffectRecord[] {
  const isOfBranch = (other: KnownEffect): boolean => !isStray(other, attempt, places);
  return effects.all
    .filter((effect) => !isOfBranch(effect))
    .filter((effect) => isUndoable(effect) || isOfAttempt(effect, attempt))
    .map((effect) => ({ effect, isShared: holdsKeyOf(effects, effect, isOfBranch) }))
    .filter(({ effect, isShared }) => !isShared || isAllThatIsDone(effects, effect, isOfBranch))
    .toReversed()
    .map(({ effect, isShared }) => {
      const standing = isToUndo(effects, effect) && !isShared ? "to-undo" : "stands";
      return recordOf(effects, effect, { places, standing });
    });
}

/**
 * @internal Effects of an attempt that were undone before its tasks ran again: an abort or a crash had cut the attempt off. Newest first.
 */
export const repeatedEffects = (
  effects: RunEffects,
  attempt: number,
  places: EffectPlaces | undefined,
): readonly EffectRecord[] =>
  effects.all
    .filter((effect) => effect.isUndone && isOfAttempt(effect, attempt) && !effect.isTold)
    .toReversed()
    .map((effect) => ({
      ...recordOf(effects, effect, { places, standing: undoneStanding(effect.intent.class) }),
      repeated: true,
    }));

/** Whether an effect took place, and of those on the branch that have its key nobody knows that they did. */
const isAllThatIsDone = (
  effects: RunEffects,
  effect: KnownEffect,
  isOfBranch: (other: KnownEffect) => boolean,
): boolean =>
  effect.outcome === "done" &&
  !holdsKeyOf(effects, effect, (other) => other.outcome === "done" && isOfBranch(other));

/**
 * @internal Whether another effect stands for the same in the world, by a key of the user's, and is to stay: two acts that are equal to the world. To undo one
 * of them is to undo both.
 */
export const holdsKeyOf = (
  effects: RunEffects,
  { intent: { id, key } }: KnownEffect,
  stays: (other: KnownEffect) => boolean,
): boolean =>
  effects.known.withKey(key).some((other) => other.intent.id !== id && !other.isUndone && stays(other));

/** @internal Whether the branch has to be read to tell which effects it does not hold. */
export const isDoubtful = (effects: RunEffects): boolean =>
  effects.all.some(({ loose, isUndone }) => (loose === "around" || loose === "anew") && !isUndone);

/** @internal Whether the branch of a run that has ended does not hold an effect. */
export function isStray(effect: KnownEffect, attempt: number, places: EffectPlaces | undefined): boolean {
  if (effect.isUndone || isRefused(effect)) return false;
  if (effect.loose === "task" || effect.isUndoing) return true;
  if (placeOf(effect).attempt < attempt) return effect.placed === undefined;
  if (effect.loose !== "anew" && effect.loose !== "around") return false;
  // If the task has not ended and its run is resumed, LangGraph continues the subgraph where it was.
  if (places?.hasEnded(effect.looseBy ?? "") === false) return false;
  return effect.loose === "anew" || places?.isKept(effect, Number.POSITIVE_INFINITY) !== true;
}

const isUndoable = (effect: KnownEffect): boolean => effect.intent.class === "undoable" || isHeld(effect);

const isOfAttempt = (effect: KnownEffect, attempt: number): boolean => placeOf(effect).attempt === attempt;

/** Whether an effect belongs to the branch of an attempt: it is the attempt's own, or of a kept step. */
const isOnBranch = (effect: KnownEffect, attempt: number): boolean =>
  isOfAttempt(effect, attempt) || effect.placed !== undefined;

function plannedFor(effects: RunEffects, effect: KnownEffect): EffectStanding {
  const { intent, outcome } = effect;
  // The step that did it is unknown: it may be a kept one.
  if (placeOf(effect).task.namespace === "") return "stands";
  if (intent.redo === "reuse" && intent.userKey !== undefined && outcome === "done") return "left-for-reuse";
  return isToUndo(effects, effect) ? "to-undo" : "stands";
}

/** Whether an effect can be undone without another one that stands. One that is held has not taken place. */
const isToUndo = (effects: RunEffects, effect: KnownEffect): boolean =>
  isHeld(effect) || (effect.intent.class === "undoable" && heldByEarlierTurn(effects, effect) === undefined);

/** @internal An effect as the history tells of it. */
export function recordOf(
  effects: RunEffects,
  effect: KnownEffect,
  { places, standing }: { readonly places: EffectPlaces | undefined; readonly standing: EffectStanding },
): EffectRecord {
  const { intent, outcome } = effect;
  const step = places?.stepsOf(effect).at(-1);
  const earlier = standing === "stands" ? heldByEarlierTurn(effects, effect) : undefined;
  return {
    id: intent.id,
    kind: intent.kind,
    name: intent.name,
    args: canonical(intent.args).slice(0, ARGS_LENGTH),
    key: intent.key,
    attempt: placeOf(effect).attempt,
    ...(step === undefined ? {} : { step }),
    class: intent.class,
    outcome,
    standing,
    ...(earlier === undefined ? {} : { sharedWith: earlier.intent.id }),
    ...(effects.mayStillLand(effect) ? { mayStillLand: true as const } : {}),
  };
}
