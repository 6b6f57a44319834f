import type { EffectRecord } from "langgraph-rollback";

import { keysIn } from "./acting.ts";
import { UNDOABLE } from "./program.ts";
import type { Ended } from "./run-program.ts";
import type { World } from "./world.ts";

/** In what a run that has ended does not keep its word; nothing where it does. */
export function brokenLaws(ended: Ended, world: World): readonly string[] {
  const { runs, values, isWhole, undoneAt, decidedAgain, surprises } = ended;
  const records = runs.flatMap(({ attempts }) => attempts);
  const told = records.flatMap(({ effects = [] }) => effects);
  const kept = new Set(keysIn(values));
  const last = records.at(-1)?.attempt ?? 1;
  const notUndone = keysOf(told, "not-undone");
  const broken: string[] = [...surprises];

  for (const { key, name, attempt, holds } of world.effects) {
    // What the last attempt did before it threw, or took over, is the user's: without rollback it would be as it is. The values of a subgraph that
    // has not ended are not in the values of the graph around.
    const isLeft = !isWhole && (attempt === last || name === "order" || ended.hasSubgraphs);
    if (!holds || kept.has(key) || isLeft) continue;
    // The branch holds a call with this key that threw. Nobody knows whether that took place.
    if (name === "order" && isThrown(values) && keysOf(told, "stands").has(key)) continue;
    if (UNDOABLE.includes(name) && !notUndone.has(key))
      broken.push(`The world holds ${name} ${key} of attempt ${attempt}, and the branch does not.`);
    if (!UNDOABLE.includes(name) && !keysOf(told, "stands").has(key))
      broken.push(`${name} ${key} of attempt ${attempt} stands and nobody says so.`);
  }
  const held = new Set(world.effects.flatMap(({ key, holds }) => (holds ? [key] : [])));
  for (const key of kept) if (!held.has(key)) broken.push(`The branch holds ${key}, and the world does not.`);
  for (const { key, name } of world.undos) {
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
    for (const { key, standing } of effects) {
      if (rewind !== undefined && (standing === "to-undo" || standing === "not-undone"))
        broken.push(`Attempt ${attempt} was rolled back, and ${key} is ${standing}.`);
      if (undone !== undefined && standing === "undone" && !undone.has(key))
        broken.push(`The fork after attempt ${attempt} was put before ${key} was undone.`);
    }
  }
  broken.push(...decidedAgain.map((which) => `What was decided was decided again: ${which}.`));
  return broken;
}

const isThrown = (values: unknown): boolean => JSON.stringify(values).includes("order did not land");

const keysOf = (effects: readonly EffectRecord[], standing: EffectRecord["standing"]): ReadonlySet<string> =>
  new Set(effects.flatMap((effect) => (effect.standing === standing ? [effect.key] : [])));
