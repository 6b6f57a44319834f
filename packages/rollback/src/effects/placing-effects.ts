import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { isLeftBehind, placeOf, type KnownEffect } from "./journal/known-effect.ts";

/** @internal Where effects lie on a branch. */
export interface EffectPlaces {
  /** Indices of the steps that an effect belongs to, ascending; none where its task left no step on the branch. */
  stepsOf(effect: KnownEffect): readonly number[];
  /** Whether an effect belongs to the part of the branch before a step: its task ended there, and its last execution did it. */
  isKept(effect: KnownEffect, before: number): boolean;
  /** Whether a task has ended on the branch, by its namespace. */
  hasEnded(namespace: string): boolean;
}

/** @internal Places effects on the branch of an attempt. */
export function placesIn({ steps }: Pick<RecordedTrajectory, "steps">): EffectPlaces {
  const byTask = new Map<string, RecordedStep[]>();
  for (const step of steps)
    for (const { taskId } of [step.origin, ...step.enclosing])
      byTask.set(taskId, [...(byTask.get(taskId) ?? []), step]);

  const taskOf = (effect: KnownEffect): string | undefined =>
    tasksIn(effect).find((taskId) => byTask.has(taskId));
  const stepsOf = (effect: KnownEffect): readonly number[] => {
    if (effect.placed !== undefined) return effect.placed;
    const taskId = taskOf(effect);
    return taskId === undefined ? [] : (byTask.get(taskId) ?? []).map(({ index }) => index);
  };
  return {
    stepsOf,
    hasEnded: (namespace) => {
      const taskId = namespace.slice(namespace.lastIndexOf(":") + 1);
      return hasEnded(byTask.get(taskId) ?? [], taskId);
    },
    isKept: (effect, before) => {
      if (effect.isUndone || effect.isUndoing || isLeftBehind(effect)) return false;
      const indices = stepsOf(effect);
      const isBefore = indices.length > 0 && indices.every((index) => index < before);
      if (effect.placed !== undefined) return isBefore;
      const taskId = taskOf(effect);
      // Of a task inside one that has started again, only a step of its own says that it was not run anew.
      if (effect.loose === "around" && taskId !== placeOf(effect).task.taskId) return false;
      return isBefore && taskId !== undefined && hasEnded(byTask.get(taskId) ?? [], taskId);
    },
  };
}

/** Whether a task has ended: it has not thrown, and something came after what ran inside of it. */
function hasEnded(own: readonly RecordedStep[], taskId: string): boolean {
  const itself = own.find(({ origin }) => origin.taskId === taskId);
  // What a graph around has gone on from is no failure: a Command to it is thrown, too.
  if (itself !== undefined)
    return itself.error === undefined || itself.enclosing.some(({ after }) => after !== undefined);
  const around = own.flatMap(({ enclosing }) => enclosing.filter((origin) => origin.taskId === taskId));
  return around.some(({ after }) => after !== undefined);
}

/** @internal Ids of the tasks that an effect took place in, innermost first. */
export function tasksIn(effect: KnownEffect): readonly string[] {
  const { namespace, taskId } = placeOf(effect).task;
  const around = namespace.split("|").map((part) => part.slice(part.lastIndexOf(":") + 1));
  return [...new Set([taskId, ...around.toReversed()])];
}
