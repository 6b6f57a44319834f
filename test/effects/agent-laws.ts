import { keysIn } from "./acting.ts";
import { UNDOABLE } from "./program.ts";
import type { EndedConversation } from "./run-agent-program.ts";
import type { World } from "./world.ts";

/** In what a conversation that is over does not keep its word; nothing where it does. */
export function brokenAgentLaws(ended: EndedConversation, world: World): readonly string[] {
  const { records, messages, judgedAgain, surprises } = ended;
  const kept = new Set(keysIn(messages.map(({ content }) => content)));
  const told = records.flatMap(({ effects = [] }) => effects);
  const keysOf = (standing: string): ReadonlySet<string> =>
    new Set(told.flatMap((effect) => (effect.standing === standing ? [effect.key] : [])));
  const broken: string[] = [...surprises];
  for (const { key, name, holds } of world.effects) {
    if (kept.has(key) && !holds)
      broken.push(`The conversation holds ${name} ${key}, and the world does not.`);
    if (!holds || kept.has(key)) continue;
    // A call of this key in the conversation threw. Nobody knows whether it took place.
    if (name === "order" && keysOf("stands").has(key)) continue;
    if (UNDOABLE.includes(name) && !keysOf("not-undone").has(key))
      broken.push(`The world holds ${name} ${key}, and the conversation does not.`);
    if (!UNDOABLE.includes(name) && !keysOf("stands").has(key))
      broken.push(`${name} ${key} stands and nobody says so.`);
  }
  const asked = new Set<string>();
  for (const { key, name, again } of world.undos) {
    // A turn keeps its own answer where nothing of it could be undone.
    if (kept.has(key) && !keysOf("not-undone").has(key))
      broken.push(`${name} ${key} was undone although the conversation holds it.`);
    if (!UNDOABLE.includes(name)) broken.push(`${name} ${key} was undone although nobody can.`);
    if (asked.has(key) && !again && name !== "order")
      broken.push(`${name} ${key} was undone once more, and not told \`again\`.`);
    asked.add(key);
  }
  for (const { trimmed, effects = [], attempt } of records)
    for (const { key, standing } of effects) {
      if (trimmed !== undefined && (standing === "to-undo" || standing === "not-undone"))
        broken.push(`Attempt ${attempt} was rolled back, and ${key} is ${standing}.`);
      if (standing === "undone" && !world.undone.has(key))
        broken.push(`Attempt ${attempt} says that ${key} was undone, and it was not.`);
    }
  broken.push(...judgedAgain.map((which) => `What was decided was judged again: ${which}.`));
  return broken;
}
