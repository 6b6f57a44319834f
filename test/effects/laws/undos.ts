import { UNDOABLE } from "../program.ts";
import type { EndedTurn } from "../run-program.ts";
import type { World } from "../world.ts";

/** Nothing is undone that the branch holds or nobody can undo, and who undoes it once more is told so. */
export const brokenByUndos = (
  { undosBefore }: EndedTurn,
  { undos }: World,
  kept: ReadonlySet<string>,
): readonly string[] => [
  // An undo of an earlier turn that failed left what this turn may have taken over.
  ...undos
    .slice(undosBefore)
    .flatMap(({ key, name }) => [
      ...(kept.has(key) ? [`${name} ${key} was undone although the branch holds it.`] : []),
      ...(UNDOABLE.includes(name) ? [] : [`${name} ${key} was undone although nobody can.`]),
    ]),
  ...undos.flatMap(({ key, name, again }, at) =>
    // Equal orders are two effects of one key.
    again || name === "order" || !undos.slice(0, at).some((earlier) => earlier.key === key)
      ? []
      : [`${name} ${key} was undone once more, and not told \`again\`.`],
  ),
];
