import type { Aggregation } from "../aggregation.ts";
import { checkAlpha } from "../alpha.ts";
import { checkConformalOptions } from "../conformal-options.ts";
import type { LabelConvention } from "../label-convention.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import type { SelectionCost } from "../cost-curve.ts";
import { isMiss, type LabelledRun } from "./scored-run.ts";
import type { CoverageGoal, SmallSamplePolicy } from "../threshold-rank.ts";

/** A method, or the symmetric selection among those that give ranges. */
export type SetMethod = ConformalMethod | "selected";

/**
 * Content of a set, for a run with several decisive steps:
 *
 * - `first`: the earliest
 * - `mean`: on average over runs, a share of 1 - alpha of them
 * - a share b in (0, 1]: at least that share of a run's decisive steps
 */
export type SetGoal = "first" | "mean" | number;

/** How often an agent errs: what planted labels are weighed by, as natural failures are distributed. */
export interface PlantedRates {
  /** e: a step errs although none before it did; in (0, 1). */
  readonly errorRate: number;
  /** Share of first attempts that succeed, in (0, 1). */
  readonly successRate: number;
}

/** All that prediction sets depend on beside the labelled runs. The calibration file holds these. */
export interface SetShape extends Pick<CoverageGoal, "delta"> {
  readonly method: SetMethod;
  /** For `left`, `right`, `two-way`, `crsvp`, `crsvp-raw` and `selected`. Default: `{ kind: "sum" }`. */
  readonly aggregation?: Aggregation;
  /** Scores are shares that sum to 1 over a run. `sum` then adds up shares, and does not divide by the length again. */
  readonly shares?: true;
  /** Action with too few labels. Default `full`. */
  readonly smallSample?: SmallSamplePolicy;
  /**
   * Sets of groups with too few labels for a threshold of their own: the set of every step (`full`, the default), or the sets
   * of all groups together (`pooled`), which bound no single group.
   */
  readonly smallGroups?: "full" | "pooled";
  /**
   * Calibrates on as many labels as need no rounding of the rank, and draws nothing; which labels, their `draw`s alone decide. Sets of
   * several alphas then need not be nested. Default: all labels, and a drawn rank.
   */
  readonly trim?: true;
  /** Default `first`. */
  readonly goal?: SetGoal;
  /** By what `selected` chooses: `size` (the default) or `start`, what a rollback redoes. */
  readonly cost?: SelectionCost;
  /**
   * Convention of labels by replay: some failures may be misses of every set or have a range for a label, and the promise is about the last
   * recovering start. Default: labels of people, about the first mistake.
   */
  readonly convention?: LabelConvention;
  /** Makes planted labels count by their position, as natural failures are distributed. Default: all labels count alike. */
  readonly plantedRates?: PlantedRates;
}

/** How to make sets. */
export interface SetOptions extends SetShape {
  /** Tolerated miss rate, in [0, 1). 0 asks for every step. */
  readonly alpha: number;
  /** Why sets are to say that their guarantee is approximate, as a clause; absent where it is exact. */
  readonly approximate?: string;
  /** Draws the rank, in [0, 1). Default: `labelsU` of the labels, unless `trim` or `delta` asks for none. */
  readonly u?: number;
}

/**
 * Refuses options that no promise holds for.
 *
 * @throws {RangeError} on an unknown method or goal, a number out of range, or two options that exclude each other
 */
export function checkSetShape(shape: SetShape): void {
  const { aggregation, convention, cost = "size", goal = "first", method, smallGroups = "full" } = shape;
  checkConformalOptions(
    aggregation === undefined ? { method: filtration(method) } : { method: filtration(method), aggregation },
  );
  if (convention !== undefined && convention !== "last-recovering-start")
    throw new RangeError(
      `Expected \`convention\` to be "last-recovering-start" or left out, got "${String(convention)}".`,
    );
  if (cost !== "size" && cost !== "start")
    throw new RangeError(`Expected \`cost\` to be "size" or "start", got "${String(cost)}".`);
  if (smallGroups !== "full" && smallGroups !== "pooled")
    throw new RangeError(`Expected \`smallGroups\` to be "full" or "pooled", got "${String(smallGroups)}".`);
  if (goal !== "first" && goal !== "mean" && !(goal > 0 && goal <= 1))
    throw new RangeError(`Expected \`goal\` to be "first", "mean" or in (0, 1], got "${String(goal)}".`);
  checkRates(shape.plantedRates);
  for (const [excluded, why] of exclusions(shape)) {
    if (excluded) throw new RangeError(`Expected options that go together: ${why}.`);
  }
}

/**
 * Refuses labelled runs that the shape has no promise for.
 *
 * @throws {RangeError} on a miss or a range without the convention that has them; a range for `selected`, which tests one step at a time; a planted
 *   run beside labels by replay
 */
export function checkLabels(failures: readonly LabelledRun[], { convention, method }: SetShape): void {
  const isRange = failures.some(({ lastPossible }) => lastPossible !== undefined);
  if (convention === undefined && (isRange || failures.some(isMiss)))
    throw new RangeError(
      'Expected `convention` to be "last-recovering-start", since some labels are ranges or misses: labels of people are neither.',
    );
  if (convention !== undefined && failures.some(({ planted }) => planted === true))
    throw new RangeError(
      "Expected labels by replay alone, got planted ones among them, which name first mistakes.",
    );
  if (isRange && method === "selected")
    throw new RangeError(
      "Expected labels of one step for `selected`, which has no bound for labels that are ranges. Take `suffix` or another method.",
    );
}

/** @throws {RangeError} as `checkSetShape`, or if `alpha` is outside [0, 1) */
export function checkSetOptions(options: SetOptions): void {
  checkAlpha(options.alpha);
  checkSetShape(options);
}

const filtration = (method: SetMethod): ConformalMethod => (method === "selected" ? "left" : method);

function exclusions({
  convention,
  delta,
  plantedRates,
  goal = "first",
  method,
  smallSample = "full",
  trim,
}: SetShape): readonly (readonly [boolean, string])[] {
  const selected = method === "selected";
  const isByReplay = convention !== undefined;
  return [
    [selected && delta !== undefined, "`selected` has no form with `delta`"],
    [selected && smallSample !== "full", "`selected` takes `smallSample` `full` alone"],
    [selected && goal !== "first", "`selected` takes the goal `first` alone"],
    [trim === true && delta !== undefined, "`delta` draws nothing, so that nothing is to be trimmed"],
    [trim === true && goal === "mean", "the goal `mean` has no rank that is to be trimmed"],
    [goal === "mean" && delta !== undefined, "the goal `mean` has no form with `delta`"],
    [goal === "mean" && smallSample !== "full", "the goal `mean` takes `smallSample` `full` alone"],
    [
      plantedRates !== undefined && (selected || goal !== "first" || delta !== undefined),
      "planted labels are weighed for the goal `first` alone, without `delta`, and not by `selected`",
    ],
    [
      isByReplay && goal !== "first",
      "labels by replay name one start, so that they take the goal `first` alone",
    ],
    [
      isByReplay && smallSample === "max",
      "labels by replay have no form with `smallSample` `max`: how many runs no replay recovers would choose the rank",
    ],
    [
      isByReplay && plantedRates !== undefined,
      "planted labels name first mistakes, and labels by replay do not",
    ],
    [
      plantedRates !== undefined && smallSample !== "full",
      "weighed planted labels take `smallSample` `full` alone",
    ],
  ];
}

function checkRates(rates: PlantedRates | undefined): void {
  for (const [name, value] of Object.entries(rates ?? {})) {
    if (!(value > 0 && value < 1))
      throw new RangeError(`Expected \`plantedRates.${name}\` in (0, 1), got ${String(value)}.`);
  }
}
