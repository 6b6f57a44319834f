import { labelsU } from "../conformal/index.ts";

/** @internal A right run that calibrates a threshold, as far as its group and its draw go. */
export interface Grouped {
  readonly group?: string;
  readonly draw?: number;
}

/** @internal How the threshold of a group is made. */
export interface GroupGoal<Run extends Grouped, Threshold> {
  /** Of the run that is asked about. */
  readonly group: string | undefined;
  readonly smallGroups: "full" | "pooled" | undefined;
  /** The threshold by some of the right runs, with the number that draws its rank. */
  readonly thresholdBy: (runs: readonly Run[], u: number | undefined) => Threshold;
}

/** @internal The threshold of a group, and of which runs it is. */
export interface GroupThreshold<Threshold> {
  readonly threshold: Threshold;
  /** `approximate`: it is by all groups together, as the group had too few right runs. */
  readonly guarantee: "exact" | "approximate";
  /** To begin a sentence with, where there are groups: `Group "a": `. */
  readonly prefix: string;
}

/** @internal Calibrates each group apart, and one with too few right runs by all of them where that is asked for. */
export function thresholdOfGroup<Run extends Grouped, Threshold extends { readonly trivial?: unknown }>(
  right: readonly Run[],
  { group, smallGroups, thresholdBy }: GroupGoal<Run, Threshold>,
): GroupThreshold<Threshold> {
  const u = drawnFrom(right);
  const isGrouped = right.some((run) => run.group !== undefined);
  const threshold = thresholdBy(isGrouped ? right.filter((run) => run.group === group) : right, u);
  const isPooled = isGrouped && threshold.trivial !== undefined && smallGroups === "pooled";
  return {
    threshold: isPooled ? thresholdBy(right, u) : threshold,
    guarantee: isPooled ? "approximate" : "exact",
    prefix: isGrouped ? `Group "${group ?? ""}"${isPooled ? ", by all groups" : ""}: ` : "",
  };
}

/** The number that draws the rank: see `labelsU`. Runs that have no names draw none. */
function drawnFrom(right: readonly Grouped[]): number | undefined {
  const draws = right.flatMap(({ draw }) => draw ?? []);
  return draws.length < right.length ? undefined : labelsU(draws);
}
