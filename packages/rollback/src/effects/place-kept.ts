import { patiently } from "../recording/patiently.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { placeOf, type KnownEffect } from "./journal/known-effect.ts";
import type { EffectPlaces } from "./placing-effects.ts";
import type { RunEffects } from "./run-effects.ts";

/** Where steps of an attempt lie in a fork of it, by their indices. */
type InFork = (steps: readonly number[]) => readonly number[];

/**
 * @internal Stores where the effects of an attempt lie that a rollback to before a step keeps. In a fork, the tasks that did them may have other ids. One that
 * it does not keep any more has no place.
 *
 * @param at.inFork where steps lie in the fork; in their places unless told
 */
export async function placeKept(
  effects: RunEffects,
  places: EffectPlaces,
  {
    attempt,
    before,
    inFork = (steps) => steps,
  }: { readonly attempt: number; readonly before: number; readonly inFork?: InFork },
): Promise<void> {
  for (const effect of effects.all) {
    const kept = places.stepsKept(effect, before);
    const isOwn = placeOf(effect).attempt === attempt;
    const steps = inFork(kept ?? []);
    const isMoved = isOwn ? effect.placed === undefined : isOther(steps, effect.placed);
    if (kept !== undefined && isMoved) await place(effects, effect, steps);
    if (kept === undefined && !effect.isUndone && effect.placed !== undefined)
      await place(effects, effect, []);
  }
}

const place = (
  effects: RunEffects,
  { intent: { id } }: KnownEffect,
  steps: readonly number[],
): Promise<void> => patiently(() => effects.add({ mark: "placed", id, steps }));

const isOther = (steps: readonly number[], placed: readonly number[] | undefined): boolean =>
  placed !== undefined && steps.join() !== placed.join();

/** @internal A sibling that a fork keeps has one step there, whatever ran inside of it. @param keep those siblings */
export function stepsInFork(
  { steps }: Pick<RecordedTrajectory, "steps">,
  keep: readonly { readonly taskId: string }[],
): InFork {
  const kept = new Set(keep.map(({ taskId }) => taskId));
  const bySibling = new Map<string, number>();
  let next = 0;
  const lies = steps.map(({ enclosing, origin }) => {
    const sibling = [...enclosing, origin].find(({ taskId }) => kept.has(taskId))?.taskId;
    const known = sibling === undefined ? undefined : bySibling.get(sibling);
    if (known !== undefined) return known;
    if (sibling !== undefined) bySibling.set(sibling, next);
    next += 1;
    return next - 1;
  });
  return (indices) => [...new Set(indices.map((index) => lies[index] ?? index))];
}
