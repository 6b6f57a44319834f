import { isUndoneStanding, type EffectRecord } from "./effect-record.ts";
import { isRefused, type KnownEffect } from "./journal/known-effect.ts";
import type { RunEffects } from "./run-effects.ts";
import { isDoneByEarlierTurn } from "./user-key.ts";

/** The effects of an attempt, as its record tells them. */
interface ToldEffects {
  readonly attempt: number;
  readonly effects?: readonly EffectRecord[];
}

/**
 * @internal Whether the world is as an attempt left it: nothing that it had done was undone, and nothing stands that a later attempt has done. In
 * doubt it is not: an undoing that has begun counts as done, and an effect with an unknown end counts as standing.
 *
 * @param records of the run's attempts
 */
export function isAsLeftBy(
  attempt: number,
  records: readonly ToldEffects[],
  effects: RunEffects | undefined,
): boolean {
  // Somebody has declared effects, and this process has not.
  if (effects === undefined) return records.every(({ effects: told = [] }) => told.length === 0);
  const before = undoneBefore(attempt, records);
  return effects.all.every((effect) =>
    effect.intent.attempt > attempt
      ? isGone(effects, effect)
      : isTouched(effect) === before.has(effect.intent.id),
  );
}

/**
 * @internal Whether a later attempt was given the result of an earlier attempt's effect. Then the effect belongs to the later one: a run that
 * continues from the earlier attempt would not take it over.
 */
export const isTakenOverAfter = (attempt: number, effects: RunEffects | undefined): boolean =>
  effects?.all.some(({ takenOver }) => takenOver.some((place) => place.attempt > attempt)) === true;

/** Ids of effects that were undone before an attempt began: it has never had them. */
const undoneBefore = (attempt: number, records: readonly ToldEffects[]): ReadonlySet<string> =>
  new Set(
    records
      .filter((record) => record.attempt < attempt)
      .flatMap(({ effects = [] }) => effects.filter(({ standing }) => isUndoneStanding(standing)))
      .map(({ id }) => id),
  );

const isTouched = ({ isUndoing, isUndone }: KnownEffect): boolean => isUndoing || isUndone;

const isGone = (effects: RunEffects, effect: KnownEffect): boolean =>
  isRefused(effect) ||
  (effect.isUndone && !effects.isUnderWay(effect)) ||
  isDoneByEarlierTurn(effects, effect);
