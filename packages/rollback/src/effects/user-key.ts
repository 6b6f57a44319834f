import { IdempotencyKeyError } from "../errors/idempotency-key-error.ts";
import type { EffectHandling } from "./declaring/effect-options.ts";
import type { KnownEffect } from "./journal/known-effect.ts";
import type { RunEffects } from "./run-effects.ts";

/**
 * @internal The user's own key of an act; `undefined` where none is declared.
 * @throws {IdempotencyKeyError} if what is declared gives none
 */
export function userKeyOf(
  name: string,
  args: unknown,
  handling: EffectHandling | undefined,
): string | undefined {
  if (handling?.idempotencyKey === undefined) return undefined;
  let key: unknown;
  try {
    key = handling.idempotencyKey({ args });
  } catch (cause) {
    throw new IdempotencyKeyError(name, undefined, { cause });
  }
  if (typeof key !== "string" || key === "") throw new IdempotencyKeyError(name, key);
  return key;
}

/**
 * @internal The key by which the world is to know an act that has a key of the user's: that of an effect of the thread which still holds and has the same, else one that was
 * never used. After an undo, the world would take the user's key for what was undone.
 */
export function worldKeyOf(effects: RunEffects, userKey: string): string {
  const same = [...effects.earlier.withUserKey(userKey), ...effects.known.withUserKey(userKey)];
  const undone = new Set(same.filter(({ wasUndone }) => wasUndone).map(({ intent }) => intent.key));
  const held = same.findLast(({ intent }) => !undone.has(intent.key));
  if (held !== undefined) return held.intent.key;
  const isOfAnother = (key: string): boolean =>
    [...effects.earlier.withKey(key), ...effects.known.withKey(key)].some(
      ({ intent }) => intent.userKey !== userKey,
    );
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? userKey : `${userKey}~${count}`;
    if (!undone.has(key) && !isOfAnother(key)) return key;
  }
}

/**
 * @internal The effect of an earlier turn that has the same key of the user's and still holds: to undo the one would be to undo the other.
 */
export const heldByEarlierTurn = (effects: RunEffects, effect: KnownEffect): KnownEffect | undefined =>
  sameInEarlierTurns(effects, effect).at(-1);

/** @internal Whether an earlier turn has surely done what an effect did, under the same key of the user's, and it still holds: for the world, the effect has changed nothing. */
export const isDoneByEarlierTurn = (effects: RunEffects, effect: KnownEffect): boolean =>
  sameInEarlierTurns(effects, effect).some(({ outcome }) => outcome === "done");

/** Effects of earlier turns that have the same key of the user's and still hold, or may: of one whose call threw, nobody knows. */
const sameInEarlierTurns = (
  effects: RunEffects,
  { intent: { key, userKey } }: KnownEffect,
): readonly KnownEffect[] =>
  userKey === undefined
    ? []
    : effects.earlier
        .withKey(key)
        .filter(({ wasUndone, isUndoing, isUncalled }) => !wasUndone && !isUndoing && isUncalled !== true);
