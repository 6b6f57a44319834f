import type { EffectRecord } from "langgraph-rollback";

import { keysIn } from "./acting.ts";
import { HELD, UNDOABLE } from "./program.ts";
import type { EndedTurn } from "./run-program.ts";
import type { World } from "./world.ts";

/** In what a turn that has ended does not keep its word; nothing where it does. */
export function brokenLaws(ended: EndedTurn, world: World): readonly string[] {
  const { runs, own, heldBefore, calledBefore, values, isWhole, undoneAt } = ended;
  const lasts = runs.slice(0, own).map(({ attempts }) => attempts.at(-1)?.attempt ?? 1);
  const records = runs.flatMap(({ attempts }) => attempts);
  const told = records.flatMap(({ effects = [] }) => effects);
  const kept = new Set(keysIn(values));
  const notUndone = keysOf(told, "not-undone");
  const mayLand = new Set(told.flatMap(({ key, mayStillLand }) => (mayStillLand === true ? [key] : [])));
  const before = runs.slice(own).flatMap(({ attempts }) => attempts.flatMap(({ effects = [] }) => effects));
  // That they took place under these keys, or may have.
  const actedBefore = new Set([
    ...calledBefore,
    ...before.flatMap(({ outcome, key }) => (outcome === "unknown" ? [key] : [])),
  ]);
  // The last attempt of a turn is not decided, so nobody tells of its acts. A process that ends with it need not have said that one was not called.
  const isTold = new Set(before.map(({ id }) => id));
  const mayHaveActed = (effect: string): boolean =>
    !ended.seesAllEnds &&
    !isTold.has(effect) &&
    runs.slice(own).some(({ run }) => effect.startsWith(`effect-${run}-`));
  // No earlier turn's branch holds what could not be undone.
  const leftBefore = keysOf(before, "not-undone");
  const releasedUnended = keysReleasedUnended(runs);
  // A run that continues one which was given up can rewind to before what that has released: it says that it stands.
  const releasedBefore = keysOf(
    runs.slice(1).flatMap(({ attempts }) => attempts.at(-1)?.effects ?? []),
    "released",
  );
  const stands = keysOf(told, "stands");
  const broken: string[] = [...ended.surprises];

  for (const { key, name, attempt, holds } of world.effects) {
    if (!holds && heldBefore.has(key) && !leftBefore.has(key))
      broken.push(`${name} ${key} of an earlier turn was undone.`);
    if (heldBefore.has(key)) continue;
    // Acts of the last attempt before it threw, or taken over by it, are the user's: without rollback they would be as they are. Acts that a
    // subgraph or a task keeps whose node has not ended are not in the values of the graph around.
    const isLeft = !isWhole && (lasts.includes(attempt) || name === "order" || ended.keepsInside);
    if (!holds || kept.has(key) || isLeft) continue;
    // The branch holds a call with this key that threw. Nobody knows whether that took place.
    if (name === "order" && isThrown(values) && stands.has(key)) continue;
    if (!ended.seesAllEnds && mayLand.has(key)) continue;
    if (name === HELD && (releasedUnended.has(key) || (releasedBefore.has(key) && stands.has(key)))) continue;
    if (name === HELD) {
      broken.push(`${name} ${key} was carried out, and the branch does not hold it.`);
      continue;
    }
    if (UNDOABLE.includes(name) && !notUndone.has(key))
      broken.push(`The world holds ${name} ${key} of attempt ${attempt}, and the branch does not.`);
    if (!UNDOABLE.includes(name) && !stands.has(key))
      broken.push(`${name} ${key} of attempt ${attempt} stands and nobody says so.`);
  }
  const { held } = world;
  const notCarriedOut = new Set([...keysOf(told, "discarded"), ...keysOf(told, "held")]);
  for (const key of kept)
    if (!held.has(key) && !notCarriedOut.has(key))
      broken.push(`The branch holds ${key}, and the world does not.`);
  broken.push(...brokenByReleases(ended, world, notCarriedOut));
  // An undo of an earlier turn that failed left what this turn may have taken over.
  for (const { key, name } of world.undos.slice(ended.undosBefore)) {
    if (kept.has(key)) broken.push(`${name} ${key} was undone although the branch holds it.`);
    if (!UNDOABLE.includes(name)) broken.push(`${name} ${key} was undone although nobody can.`);
  }
  const asked = new Set<string>();
  for (const { key, name, again } of world.undos) {
    // Equal orders are two effects of one key.
    if (asked.has(key) && !again && name !== "order")
      broken.push(`${name} ${key} was undone once more, and not told \`again\`.`);
    asked.add(key);
  }
  for (const { rewind, effects = [], attempt } of records) {
    const undone = rewind === undefined ? undefined : undoneAt.get(rewind.fork);
    for (const { key, standing, sharedWith } of effects) {
      if (
        sharedWith !== undefined &&
        (standing !== "stands" || !(actedBefore.has(key) || mayHaveActed(sharedWith)))
      )
        broken.push(`${key} is said to be an earlier turn's, is ${standing}, and is not.`);
      if (
        rewind !== undefined &&
        (standing === "held" || standing === "to-undo" || standing === "not-undone")
      )
        broken.push(`Attempt ${attempt} was rolled back, and ${key} is ${standing}.`);
      // An act that lands later may hold again by then.
      if (undone !== undefined && standing === "undone" && !undone.has(key) && !mayLand.has(key))
        broken.push(`The fork after attempt ${attempt} was put before ${key} was undone.`);
    }
  }
  broken.push(...ended.decidedAgain.map((which) => `What was decided was decided again: ${which}.`));
  return broken;
}

/** Nothing that is held is carried out before an acceptance is stored, or more than once unless a process was stopped meanwhile, or if it was undone. */
function brokenByReleases(
  { stops }: EndedTurn,
  { releases }: World,
  notCarriedOut: ReadonlySet<string>,
): readonly string[] {
  const times = new Map<string, number>();
  for (const { key } of releases) times.set(key, (times.get(key) ?? 0) + 1);
  return [
    ...releases.flatMap(({ isAccepted, key }) =>
      isAccepted ? [] : [`${HELD} ${key} was carried out before its run was accepted.`],
    ),
    ...[...times].flatMap(([key, count]) =>
      count > 1 + stops ? [`${HELD} ${key} was carried out ${count} times.`] : [],
    ),
    ...[...times.keys()].flatMap((key) =>
      notCarriedOut.has(key) ? [`${HELD} ${key} was carried out, and is said not to be.`] : [],
    ),
  ];
}

/**
 * Keys of letters that were released although their runs had thrown, because somebody said so. As without rollback, all that such a run's last attempt asked for takes place: also
 * what a node asked for that has not ended, so that the branch does not hold it.
 */
const keysReleasedUnended = (runs: EndedTurn["runs"]): ReadonlySet<string> =>
  new Set(
    runs.flatMap(({ attempts }) => {
      const { attempt, effects = [], outcome } = attempts.at(-1) ?? {};
      return outcome?.error === undefined
        ? []
        : effects.flatMap((effect) => (effect.attempt === attempt ? [effect.key] : []));
    }),
  );

const isThrown = (values: unknown): boolean => JSON.stringify(values).includes("order did not land");

const keysOf = (effects: readonly EffectRecord[], standing: EffectRecord["standing"]): ReadonlySet<string> =>
  new Set(effects.flatMap((effect) => (effect.standing === standing ? [effect.key] : [])));
