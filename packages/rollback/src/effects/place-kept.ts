import { patiently } from "../recording/patiently.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { placeOf, placesOf, type KnownEffect } from "./journal/known-effect.ts";
import { tasksIn, type EffectPlaces } from "./placing-effects.ts";
import type { RunEffects } from "./run-effects.ts";

/** Places of an attempt's steps in a fork of it, by their indices. */
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

/** @internal The namespaces of a task in a fork, and of the task that calls it there. */
export interface CalledPlace {
  readonly namespace: string;
  readonly caller: string;
}

/**
 * @internal Stores where the effects of called tasks lie in a fork that keeps these tasks and runs their callers again: such an effect is the next
 * attempt's if its caller is given the task's result again, and else belongs to nobody.
 *
 * @param at.calledInFork the kept tasks by their ids in the attempt
 */
export async function moveCalled(
  effects: RunEffects,
  places: EffectPlaces,
  {
    attempt,
    before,
    calledInFork,
  }: {
    readonly attempt: number;
    readonly before: number;
    readonly calledInFork: ReadonlyMap<string, CalledPlace>;
  },
): Promise<void> {
  for (const effect of calledInFork.size === 0 ? [] : effects.all) {
    if (!places.isKept(effect, before)) continue;
    const { id } = effect.intent;
    for (const { task } of placesOf(effect)) {
      const called = tasksIn({ attempt, task }).find((taskId) => calledInFork.has(taskId)) ?? "";
      const { namespace, caller } = calledInFork.get(called) ?? {};
      if (namespace === undefined || caller === undefined) continue;
      const inside = task.namespace.slice(task.namespace.indexOf(`:${called}`) + called.length + 1);
      const moved = { ...task, namespace: `${namespace}${inside}` };
      await patiently(() => effects.add({ mark: "placed", id, steps: [] }));
      await patiently(() => effects.add({ mark: "answered", id, attempt: attempt + 1, task: moved }));
      await patiently(() => effects.add({ mark: "loose", id, why: "anew", by: caller }));
      break;
    }
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
