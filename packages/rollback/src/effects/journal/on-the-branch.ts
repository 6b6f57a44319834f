import { livePlacesOf, type ActPlace, type KnownEffect } from "./known-effect.ts";

/** @internal Whether a task ran in a graph or inside of one of its tasks. A task that calls several graphs numbers them. */
export const isInGraph = (task: string, graph: string): boolean =>
  task.startsWith(`${graph}|`) &&
  task
    .slice(graph.length + 1)
    .split("|")[0]
    ?.includes(":") === true;

/** @internal Whether a task ran inside of another. */
export const isInside = (task: string, outer: string): boolean => task.startsWith(`${outer}|`);

/** @internal Whether nothing between an effect and a task around it has left it behind. */
export const staysIn = ({ loose, looseBy = "" }: KnownEffect, task: string): boolean =>
  (loose !== "task" && loose !== "anew") || (loose === "anew" && isInside(task, looseBy));

/** @internal Whether the branch holds an effect in a called task as far as its marks tell, or the task itself has left it behind. */
export const staysBy = (effect: KnownEffect, task: string, isIn: (place: ActPlace) => boolean): boolean =>
  effect.loose === undefined
    ? livePlacesOf(effect).some(isIn)
    : effect.loose === "task" || !isInside(task, effect.looseBy ?? "");

/** @internal Whether nobody has begun to undo an effect. */
export const isStanding = ({ isUndone, isUndoing }: KnownEffect): boolean => !isUndone && !isUndoing;

/** @internal Whether an act of a task that runs again is one that took place in its earlier execution. */
export const isAgain = ({ loose, isPaused }: KnownEffect): boolean => loose !== undefined || isPaused;
