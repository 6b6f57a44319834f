import { patiently } from "../recording/patiently.ts";
import { placeOf, type KnownEffect } from "./journal/known-effect.ts";
import type { EffectPlaces } from "./placing-effects.ts";
import type { RunEffects } from "./run-effects.ts";

/**
 * @internal Stores where the effects of an attempt lie that a rollback to before a step keeps. In a fork, the tasks that did them have other ids, but their
 * steps the same places. One that it does not keep any more has none.
 */
export async function placeKept(
  effects: RunEffects,
  places: EffectPlaces,
  { attempt, before }: { readonly attempt: number; readonly before: number },
): Promise<void> {
  for (const effect of effects.all) {
    const isKept = places.isKept(effect, before);
    const isOwn = placeOf(effect).attempt === attempt;
    if (isKept && isOwn && effect.placed === undefined) await place(effects, effect, places.stepsOf(effect));
    if (!isKept && !effect.isUndone && effect.placed !== undefined) await place(effects, effect, []);
  }
}

const place = (
  effects: RunEffects,
  { intent: { id } }: KnownEffect,
  steps: readonly number[],
): Promise<void> => patiently(() => effects.add({ mark: "placed", id, steps }));
