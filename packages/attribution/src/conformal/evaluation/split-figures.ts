import { calibrateThreshold } from "../calibrate-threshold.ts";
import { isDrawn } from "../method-traits.ts";
import { densityRatioShape, evenRun, flatness, positionOptions } from "../sets/flat-aware-rule.ts";
import { checkSetOptions, type SetOptions } from "../sets/set-options.ts";
import type { MethodOptions } from "../sets/threshold-rule.ts";
import { trimmedLabels } from "../trimmed-labels.ts";
import type { EvaluatedRun, EvaluatedSplit } from "./evaluated-split.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { RunOutcomes } from "./run-outcomes.ts";
import { outcomeOf, splitSets, upperOf } from "./split-sets.ts";

/** Figures of one method's sets in one split. */
export interface SplitFigures {
  /** Of each test run, in order. */
  readonly figures: readonly Figures[];
  /** Mean level of the sets, and mean of `TestSet.upper`. */
  readonly level: number;
  readonly upper: number;
  /** Share of the sets that are by position alone. */
  readonly positionOnly: number;
}

/** The sets of a method, split by split. */
export type SplitMethod = (split: EvaluatedSplit) => SplitFigures;

/**
 * One method over many splits of the same runs, with the sets that `calibrateSets` makes. Where each set is the steps at or below one threshold of all runs, no set is
 * built: a test holds that the figures are the same to the bit. Groups, weighed labels, `selected` and the goal `mean` have their sets built.
 *
 * @param place of the method among those that are evaluated
 * @throws {RangeError} on options that `checkSetOptions` refuses
 */
export function splitMethod(options: SetOptions, place: number): SplitMethod {
  checkSetOptions(options);
  const { goal, method, plantedRates } = options;
  if (method === "selected" || goal === "mean") return (split) => bySets(split, options);
  const byThreshold = thresholds({ ...options, method }, place);
  return (split) =>
    split.hasGroups || (plantedRates !== undefined && split.hasPlanted)
      ? bySets(split, options)
      : byThreshold(split);
}

function bySets({ examples }: EvaluatedSplit, options: SetOptions): SplitFigures {
  const sets = splitSets(examples, options);
  return {
    figures: sets.map((each) => figuresOf(outcomeOf(each, options))),
    level: meanOf(sets, ({ set }) => set.level),
    upper: meanOf(sets, ({ upper }) => upper),
    positionOnly: meanOf(sets, ({ set }) => (set.positionOnly === undefined ? 0 : 1)),
  };
}

/** A threshold of sets, with their promise. */
interface Cut {
  readonly outcomes: OutcomesOf;
  readonly value: number;
  readonly level: number;
  readonly upper: number;
}

type OutcomesOf = (run: EvaluatedRun) => RunOutcomes;

/** Sets by one threshold of all runs, and by one of their positions where scores are flat. */
function thresholds(options: MethodOptions, place: number): SplitMethod {
  const shape = options.delta === undefined ? densityRatioShape(options.method) : undefined;
  const hasDraw = isDrawn(options.method);
  const scored: OutcomesOf = (each) => {
    const outcomes = hasDraw ? each.drawnOutcomes : each.outcomes;
    return (outcomes[2 * place] ??= new RunOutcomes(each.run, options, options));
  };
  const byPlace = shape && positionOptions(options, shape);
  const placed =
    byPlace &&
    (({ outcomes, run }: EvaluatedRun) =>
      (outcomes[2 * place + 1] ??= new RunOutcomes(evenRun(run), byPlace, options)));
  return ({ calibration, test, u }) => {
    const labels = options.trim === true ? trimmedLabels(calibration, options.alpha) : calibration;
    const byScores = cutOf(labels, scored, options, u);
    const flat =
      shape &&
      flatness(
        labels.map(({ run }) => run),
        shape,
      );
    if (placed === undefined || flat?.canMatter !== true) return figuresAt(test, () => byScores);
    const byPosition = cutOf(labels, placed, options, u);
    const isPlaced = ({ run }: EvaluatedRun): boolean => flat.flatOnes(run) !== undefined;
    return {
      ...figuresAt(test, (each) => (isPlaced(each) ? byPosition : byScores)),
      positionOnly: meanOf(test, (each) => (isPlaced(each) && byPosition.value !== Infinity ? 1 : 0)),
    };
  };
}

function cutOf(
  labels: readonly EvaluatedRun[],
  outcomes: OutcomesOf,
  options: MethodOptions,
  drawn: number | undefined,
): Cut {
  const { delta, trim, u = drawn } = options;
  const isRankDrawn = trim !== true && delta === undefined && u !== undefined;
  const threshold = calibrateThreshold(
    labels.map((label) => outcomes(label).atLabel),
    isRankDrawn ? { ...options, u } : options,
  );
  const isWhole = threshold.value === Infinity;
  return {
    outcomes,
    value: threshold.value,
    level: isWhole ? 1 : threshold.level,
    upper: upperOf(isWhole ? { trivial: EVERY_STEP } : threshold, labels.length, options),
  };
}

const EVERY_STEP = { reason: "every step", needed: 0 };

function figuresAt(test: readonly EvaluatedRun[], cutFor: (run: EvaluatedRun) => Cut): SplitFigures {
  let [level, upper] = [0, 0];
  const figures = test.map((each) => {
    const cut = cutFor(each);
    level += cut.level;
    upper += cut.upper;
    return cut.outcomes(each).at(cut.value);
  });
  return { figures, level: level / test.length, upper: upper / test.length, positionOnly: 0 };
}

function meanOf<Value>(values: readonly Value[], figure: (value: Value) => number): number {
  return values.reduce((sum, value) => sum + figure(value), 0) / values.length;
}
