import { HELD } from "../program.ts";
import type { EndedTurn } from "../run-program.ts";
import type { World } from "../world.ts";
import type { Told } from "./told.ts";

/** Nothing that is held is carried out before an acceptance is stored, or more than once unless a process was stopped meanwhile, or if it was undone. */
export function brokenByReleases(
  { stops }: EndedTurn,
  { releases }: World,
  { notCarriedOut }: Told,
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
