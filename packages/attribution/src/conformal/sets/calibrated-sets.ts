import type { PredictionSet } from "../prediction-set.ts";
import { labelsU } from "../labels-u.ts";
import { labelsFor } from "../threshold-rank.ts";
import type { Threshold } from "../threshold.ts";
import { trimmedLabels } from "../trimmed-labels.ts";
import { densityRatioShape, flatAwareRule } from "./flat-aware-rule.ts";
import { meanRecallRule } from "./mean-recall-rule.ts";
import type { LabelledRun, ScoredRun } from "./scored-run.ts";
import { selectedRule } from "./selected-rule.ts";
import { checkLabels, checkSetOptions, type SetOptions } from "./set-options.ts";
import type { SetRule } from "./set-rule.ts";
import { type MethodOptions, thresholdRule } from "./threshold-rule.ts";
import { weightedRule } from "./weighted-rule.ts";

/** Sets of fresh runs, calibrated on labelled ones. */
export interface CalibratedSets {
  /** @throws {RangeError} on no step, or a score that is NaN, infinite or negative */
  readonly setOf: (run: ScoredRun) => PredictionSet;
  /** Number of labelled failures behind a run's set: with groups, the failures of its group. */
  readonly countFor: (run: Pick<ScoredRun, "group">) => number;
  /** The threshold of a run's set, where it is the steps at or below one number. */
  readonly thresholdFor: (run: Pick<ScoredRun, "group">) => Threshold | undefined;
}

/**
 * The one way from scores and labels to prediction sets: what evaluation measures and what a rollback uses.
 *
 * If a labelled run has a group, each group is calibrated separately ("Mondrian"): the guarantee holds within each group, not only on average over
 * them. A run of a group without labels gets every step. Density-ratio methods go by position alone
 * where most scores are flat (not with `delta`, whose promise that choice would void). Planted labels are weighed where
 * `plantedRates` is given. The names of the labels (of a group, where there are groups) draw the rank, so that 1 - alpha is met exactly on
 * average over calibrations; not with `delta`, `trim` or the goal `mean`.
 *
 * @param failures labelled failures, exchangeable with the runs that follow (within a group, where there are groups), by a
 *   scorer that was not fitted on them; may be empty
 * @throws {RangeError} on options that `checkSetOptions` refuses, labels that `checkLabels` refuses, a decisive step outside its run, or bad scores
 * @throws {SmallSampleError} if labels are too few, and `smallSample` is "throw"
 * @see Vovk, Conditional validity of inductive conformal predictors (2012), Section 4, for groups
 */
export function calibrateSets(failures: readonly LabelledRun[], options: SetOptions): CalibratedSets {
  checkSetOptions(options);
  checkLabels(failures, options);
  const byGroup = groupsOf(failures);
  if (byGroup.size === 0 || (byGroup.size === 1 && byGroup.has(undefined))) {
    const rule = ruleOf(failures, options);
    return { setOf: rule.setOf, countFor: () => rule.n, thresholdFor: () => rule.threshold };
  }
  const others = othersRule(failures, options);
  const rules = new Map(
    Array.from(byGroup, ([group, own]) => [group, groupRule(own, options, others)] as const),
  );
  const ruleFor = ({ group }: Pick<ScoredRun, "group">): SetRule => rules.get(group) ?? others;
  return {
    setOf: (run) => {
      const set = ruleFor(run).setOf(run);
      return { ...set, reason: `${groupName(run)}: ${set.reason}` };
    },
    countFor: (run) => ruleFor(run).n,
    thresholdFor: (run) => ruleFor(run).threshold,
  };
}

function groupsOf(failures: readonly LabelledRun[]): ReadonlyMap<string | undefined, readonly LabelledRun[]> {
  const groups = new Map<string | undefined, LabelledRun[]>();
  for (const failure of failures) {
    const members = groups.get(failure.group);
    if (members === undefined) groups.set(failure.group, [failure]);
    else members.push(failure);
  }
  return groups;
}

const groupName = ({ group }: ScoredRun): string => (group === undefined ? "No group" : `Group "${group}"`);

const POOLED =
  "its group has too few labels, so that all groups are pooled: the bound is for their runs together, not for this group";

/** For groups that have no label at all. */
function othersRule(failures: readonly LabelledRun[], options: SetOptions): SetRule {
  return options.smallGroups === "pooled"
    ? ruleOf(failures, alsoSince(POOLED, options))
    : ruleOf([], { ...options, smallSample: "full" });
}

function groupRule(own: readonly LabelledRun[], options: SetOptions, others: SetRule): SetRule {
  const isSmall = options.alpha > 0 && own.length < labelsFor(options);
  return isSmall && options.smallGroups === "pooled" ? others : ruleOf(own, options);
}

function ruleOf(labelled: readonly LabelledRun[], options: SetOptions): SetRule {
  const { alpha, method, trim } = options;
  const failures = trim === true ? trimmedLabels(labelled, alpha) : labelled;
  const told = withPlanted(failures, withDraw(failures, options));
  if (method === "selected") return selectedRule(failures, told);
  const own = { ...told, method };
  const shape = densityRatioShape(method);
  if (shape === undefined || options.delta !== undefined || options.goal === "mean")
    return methodRule(failures, own);
  return flatAwareRule(failures, shape, own, methodRule);
}

/** Options with what draws the rank: see `labelsU`. */
function withDraw(failures: readonly LabelledRun[], options: SetOptions): SetOptions {
  const { delta, trim, u = labelsU(failures.map(({ draw }) => draw)) } = options;
  return u === undefined || trim === true || delta !== undefined ? options : { ...options, u };
}

const PLANTED =
  "labels of planted failures count alike, and natural first mistakes lie earlier than planted ones";

/** Planted labels that are not weighed stand for planted failures, not for natural ones. */
function withPlanted(failures: readonly LabelledRun[], options: SetOptions): SetOptions {
  const isPlain = options.plantedRates === undefined && failures.some(({ planted }) => planted === true);
  if (!isPlain) return options;
  return alsoSince(PLANTED, options);
}

/** Options whose sets say of one reason more why they are approximate. */
function alsoSince(reason: string, options: SetOptions): SetOptions {
  const { approximate } = options;
  return { ...options, approximate: approximate === undefined ? reason : `${approximate}, and ${reason}` };
}

function methodRule(failures: readonly LabelledRun[], options: MethodOptions): SetRule {
  const { plantedRates } = options;
  if (options.goal === "mean") return meanRecallRule(failures, options);
  if (plantedRates !== undefined && failures.some(({ planted }) => planted === true))
    return weightedRule(failures, options, plantedRates);
  return thresholdRule(failures, options);
}
