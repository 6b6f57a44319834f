import { isStray, repeatedEffects, strayEffects } from "../effect-plan.ts";
import type { EffectPlaces } from "../placing-effects.ts";
import type { RunEffects } from "../run-effects.ts";
import { undoAll, type UndoneEffects } from "./undo-all.ts";

/**
 * @internal Undoes what the branch of a run that has ended does not hold: effects of tries that were repeated, and those that were left for reuse and not
 * reused. Tells of those, too, that were repeated and cannot be undone.
 *
 * @throws the signal's reason, if the run is aborted
 */
export async function undoStrays(
  effects: RunEffects,
  attempt: number,
  places: EffectPlaces | undefined,
  signal: AbortSignal | undefined,
): Promise<UndoneEffects> {
  await effects.settled(signal, (effect) => isStray(effect, attempt, places));
  const repeated = repeatedEffects(effects, attempt, places);
  const undone = await undoAll(effects, strayEffects(effects, attempt, places), signal);
  return { ...undone, effects: [...undone.effects, ...repeated] };
}
