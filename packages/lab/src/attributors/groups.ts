import type { AskedCase } from "./case.ts";

/** All trajectories, whatever their groups. */
export const ALL = null;

/** All trajectories first, then each group, in the order of the data, if there are several. */
export function groupsOf(cases: readonly AskedCase[]): readonly (string | typeof ALL)[] {
  const groups = [...new Set(cases.flatMap(({ trajectory }) => trajectory.group ?? []))];
  return groups.length > 1 ? [ALL, ...groups] : [ALL];
}

/** The cases of a group. */
export function inGroup<Asked extends AskedCase>(
  cases: readonly Asked[],
  group: string | typeof ALL,
): readonly Asked[] {
  return group === ALL ? cases : cases.filter(({ trajectory }) => trajectory.group === group);
}
