import { HELD, UNDOABLE } from "../program.ts";
import type { EndedTurn } from "../run-program.ts";
import type { World, WorldEffect } from "../world.ts";
import type { Told, ToldBefore } from "./told.ts";

/** Acts that the world holds and the branch does not, unless somebody says so, and acts of earlier turns that the world has lost. */
export const brokenByActs = (
  ended: EndedTurn,
  { effects }: World,
  {
    told,
    before,
    kept,
  }: { readonly told: Told; readonly before: ToldBefore; readonly kept: ReadonlySet<string> },
): readonly string[] =>
  effects.flatMap((act) => {
    if (ended.heldBefore.has(act.key)) return brokenByEarlier(act, before);
    return !act.holds || kept.has(act.key) || isExcused(act, ended, told) ? [] : brokenByStanding(act, told);
  });

const brokenByEarlier = ({ key, name, holds }: WorldEffect, { notUndone }: ToldBefore): readonly string[] =>
  holds || notUndone.has(key) ? [] : [`${name} ${key} of an earlier turn was undone.`];

/** Whether an act may stand although neither the branch nor a record tells of it. */
function isExcused(act: WorldEffect, ended: EndedTurn, told: Told): boolean {
  const { key, name } = act;
  if (isLeft(act, ended)) return true;
  // The branch holds a call with this key that threw. Nobody knows whether that took place.
  if (name === "order" && isThrown(ended.values) && told.stands.has(key)) return true;
  if (!ended.seesAllEnds && told.mayLand.has(key)) return true;
  if (name !== HELD) return false;
  // A run that continues one which was given up can rewind to before what that has released: it says that it stands.
  return told.releasedUnended.has(key) || (told.releasedBefore.has(key) && told.stands.has(key));
}

/**
 * Whether an act is left to the user: of the last attempt before it threw, or taken over by it. Without rollback it would be as it is. Acts that a subgraph
 * or a task keeps whose node has not ended are not in the values of the graph around.
 */
function isLeft({ attempt, name }: WorldEffect, { isWhole, keepsInside, runs, own }: EndedTurn): boolean {
  if (isWhole) return false;
  const lasts = runs.slice(0, own).map(({ attempts }) => attempts.at(-1)?.attempt ?? 1);
  return lasts.includes(attempt) || name === "order" || keepsInside;
}

function brokenByStanding(
  { key, name, attempt }: WorldEffect,
  { notUndone, stands }: Told,
): readonly string[] {
  if (name === HELD) return [`${name} ${key} was carried out, and the branch does not hold it.`];
  if (UNDOABLE.includes(name))
    return notUndone.has(key)
      ? []
      : [`The world holds ${name} ${key} of attempt ${attempt}, and the branch does not.`];
  return stands.has(key) ? [] : [`${name} ${key} of attempt ${attempt} stands and nobody says so.`];
}

const isThrown = (values: unknown): boolean => JSON.stringify(values).includes("order did not land");

/** Acts that the branch holds and the world does not, although they are told neither as held nor as discarded. */
export const brokenByBranch = (
  kept: ReadonlySet<string>,
  { held }: World,
  { notCarriedOut }: Told,
): readonly string[] =>
  [...kept].flatMap((key) =>
    held.has(key) || notCarriedOut.has(key) ? [] : [`The branch holds ${key}, and the world does not.`],
  );
