import type { Case } from "./load-cases.ts";

/** All trajectories, whatever their groups. */
export const ALL = null;

/** All trajectories first, then each group, in the order of the data, if there are several. */
export function groupsOf(cases: readonly Case[]): readonly (string | typeof ALL)[] {
  const groups = [...new Set(cases.flatMap(({ trajectory }) => trajectory.group ?? []))];
  return groups.length > 1 ? [ALL, ...groups] : [ALL];
}

/** The cases of a group. */
export function inGroup(cases: readonly Case[], group: string | typeof ALL): readonly Case[] {
  return group === ALL ? cases : cases.filter(({ trajectory }) => trajectory.group === group);
}
