import { calibrateThreshold, type CalibrateThresholdOptions } from "./calibrate-threshold.ts";
import { atLabel, type LabelledScores } from "./labelled-scores.ts";
import { nonconformity } from "./nonconformity.ts";
import { type PredictionSet, predictionSet } from "./prediction-set.ts";
import type { Threshold } from "./threshold.ts";

/** A labelled failure of a group. */
export interface GroupedScores extends LabelledScores {
  /** Known before the label is: the agent system, a bucket of lengths. Never the kind of error that was found. */
  readonly group: string;
}

/** How to calibrate groups. */
export interface GroupOptions extends CalibrateThresholdOptions {
  /**
   * What groups with too few labels for a threshold of their own get: the threshold of all failures together (`true`), or
   * whatever `smallSample` says, by default the set of every step (`false`, the default).
   */
  readonly pooled?: boolean;
}

/** A threshold for each group. */
export interface GroupThresholds {
  readonly groups: ReadonlyMap<string, Threshold>;
  /** For groups that have no label at all. */
  readonly others: Threshold;
}

/** A set by the threshold of its run's group. */
export interface GroupSet extends PredictionSet {
  readonly group: string;
}

/**
 * A threshold for each group of labelled failures ("Mondrian" calibration), so that the guarantee holds within each group
 * and not merely on average over them: without it, an easy group may be covered too often and a hard one too seldom.
 *
 * A pooled threshold promises less. It covers runs of all groups together, not those of one; and where other groups use
 * thresholds of their own, not even those on average. Its sets are `approximate`, and say so.
 *
 * @param failures labelled failures; within each group exchangeable with the group's runs that follow
 * @throws {RangeError} {@link SmallSampleError} as `calibrateThreshold` does; on a decisive step outside its trajectory
 * @see Vovk, Conditional validity of inductive conformal predictors (2012), Section 4
 */
export function groupThresholds(failures: readonly GroupedScores[], options: GroupOptions): GroupThresholds {
  const { pooled = false, ...own } = options;
  const byGroup = new Map<string, number[]>();
  for (const { group, stepScores, decisiveStep } of failures) {
    const value = atLabel(nonconformity(stepScores, own), decisiveStep);
    const members = byGroup.get(group);
    if (members === undefined) byGroup.set(group, [value]);
    else members.push(value);
  }
  const others = pooled
    ? calibrateThreshold([...byGroup.values()].flat(), { ...own, approximate: POOLED })
    : calibrateThreshold([], { ...own, smallSample: "full" });
  const groups = Array.from(byGroup, ([group, values]): readonly [string, Threshold] => {
    if (!pooled) return [group, calibrateThreshold(values, own)];
    const alone = calibrateThreshold(values, { ...own, smallSample: "full" });
    return [group, alone.value === Infinity ? others : alone];
  });
  return { groups: new Map(groups), others };
}

const POOLED =
  "its group has too few labels, so that all groups are pooled: the bound is for their runs together, not for this group";

/**
 * The set of a run by its group's threshold.
 *
 * @throws {RangeError} as `predictionSet` does
 */
export function groupSet(
  stepScores: readonly number[],
  group: string,
  { groups, others }: GroupThresholds,
): GroupSet {
  const set = predictionSet(stepScores, groups.get(group) ?? others);
  return { ...set, group, reason: `Group "${group}": ${set.reason}` };
}
