import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import {
  isLeftBehind,
  livePlacesOf,
  placeOf,
  type ActPlace,
  type KnownEffect,
} from "./journal/known-effect.ts";

/** @internal Places of effects on a branch. */
export interface EffectPlaces {
  /** Indices of the steps that an effect belongs to, ascending; none where its task left no step on the branch. */
  stepsOf(effect: KnownEffect): readonly number[];
  /** Indices of the first steps before a step that hold an effect: their task ended there, and its last execution did it or was given its result. */
  stepsKept(effect: KnownEffect, before: number): readonly number[] | undefined;
  /** Whether an effect belongs to the part of the branch before a step. */
  isKept(effect: KnownEffect, before: number): boolean;
  /** Whether a task has ended on the branch, by its namespace. */
  hasEnded(namespace: string): boolean;
}

/** @internal Places effects on the branch of an attempt. */
export function placesIn({ steps }: Pick<RecordedTrajectory, "steps">): EffectPlaces {
  const byTask = new Map<string, RecordedStep[]>();
  for (const step of steps)
    for (const { taskId } of [step.origin, ...step.enclosing]) {
      const own = byTask.get(taskId);
      if (own === undefined) byTask.set(taskId, [step]);
      else own.push(step);
    }

  const taskOf = (place: ActPlace): string | undefined => tasksIn(place).find((taskId) => byTask.has(taskId));
  const stepsIn = (place: ActPlace): readonly number[] => {
    const taskId = taskOf(place);
    return taskId === undefined ? [] : (byTask.get(taskId) ?? []).map(({ index }) => index);
  };
  const isKeptIn = (place: ActPlace, { loose }: KnownEffect, before: number): boolean => {
    const taskId = taskOf(place);
    // Of a task inside one that has started again, only a step of its own says that it was not run anew.
    if (taskId === undefined || (loose === "around" && taskId !== place.task.taskId)) return false;
    return isBefore(stepsIn(place), before) && hasEnded(byTask.get(taskId) ?? [], taskId);
  };
  const stepsKept = (effect: KnownEffect, before: number): readonly number[] | undefined => {
    if (effect.isUndone || effect.isUndoing || isLeftBehind(effect)) return undefined;
    if (effect.placed !== undefined) return isBefore(effect.placed, before) ? effect.placed : undefined;
    const place = livePlacesOf(effect).find((each) => isKeptIn(each, effect, before));
    return place === undefined ? undefined : stepsIn(place);
  };
  return {
    stepsOf: (effect) => effect.placed ?? stepsIn(placeOf(effect)),
    stepsKept,
    isKept: (effect, before) => stepsKept(effect, before) !== undefined,
    hasEnded: (namespace) => {
      const taskId = namespace.slice(namespace.lastIndexOf(":") + 1);
      return hasEnded(byTask.get(taskId) ?? [], taskId);
    },
  };
}

const isBefore = (indices: readonly number[], before: number): boolean =>
  indices.length > 0 && indices.every((index) => index < before);

/** Whether a task has ended: it has not thrown, and something came after what ran inside of it. */
function hasEnded(own: readonly RecordedStep[], taskId: string): boolean {
  const itself = own.find(({ origin }) => origin.taskId === taskId);
  // An exception after which the graph around continued does not count as a failure: a Command to it is thrown, too.
  if (itself !== undefined)
    return itself.error === undefined || itself.enclosing.some(({ after }) => after !== undefined);
  const around = own.flatMap(({ enclosing }) => enclosing.filter((origin) => origin.taskId === taskId));
  return around.some(({ after }) => after !== undefined);
}

/** @internal Ids of the tasks that an act takes place in, innermost first. */
export function tasksIn({ task: { namespace, taskId } }: ActPlace): readonly string[] {
  const around = namespace.split("|").map((part) => part.slice(part.lastIndexOf(":") + 1));
  return [...new Set([taskId, ...around.toReversed()])];
}
