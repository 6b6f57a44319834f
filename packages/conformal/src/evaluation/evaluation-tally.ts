import { checkAlpha } from "../alpha.ts";
import { clopperPearson, type ConfidenceInterval } from "../clopper-pearson.ts";
import { type ClusteredErrors, clusteredErrors } from "./clustered-errors.ts";
import { type MeanAndStd, meanAndStd } from "./mean-and-std.ts";
import type { SetMethod, SetOptions } from "../sets/set-options.ts";
import {
  groupReliability,
  lengthReliability,
  positionReliability,
  type ReliabilityBin,
  type ReliabilityTally,
} from "./reliability.ts";
import { outcomeOf, type SetOutcome, type SplitExamples, splitSets, type TestSet } from "./split-sets.ts";

/** A figure of one method over all splits. */
export interface Figure extends MeanAndStd {
  /**
   * Of the mean, by units of the test runs: see `clusteredErrors`. Between splits of the same runs the standard deviation, `std`, says
   * nothing of fresh ones; this does. Absent where splits do not name the units of their test runs.
   */
  readonly standardError?: number;
}

/** Mean over splits, standard deviation between them, and standard error, of each figure of one method. */
export interface MethodEvaluation {
  /** Share of the test trajectories whose set holds the decisive step. */
  readonly coverage: Figure;
  /** Share of the steps that sets leave out: the mean of 1 - |C| / l. */
  readonly removalRate: Figure;
  /** Share of the test trajectories whose set starts at or before the decisive step. */
  readonly rollbackCoverage: Figure;
  /** Share of the steps that a rewind to the set's first step runs again: the mean of 1 - start / l. */
  readonly redoCost: Figure;
  /** Scorer calls a trajectory. */
  readonly nfe: Figure;
  /** Share of empty sets, in which one step stands in: coverage may exceed the promise by that share. */
  readonly empty: Figure;
  /** Of the coverage, where there is one split only: splits share trajectories, so their counts are not independent. */
  readonly confidence?: ConfidenceInterval;
  /** Share of the sets that are by position alone, as scores are flat; absent where there is none. */
  readonly positionOnly?: number;
  readonly byPosition: readonly ReliabilityBin[];
  readonly byLength: readonly ReliabilityBin[];
  readonly byGroup: readonly ReliabilityBin[];
}

/** What repeated random splits say about methods at one alpha. */
export interface Evaluation {
  readonly alpha: number;
  readonly splits: number;
  /** Mean of what calibration attains, k / (n + 1): the coverage to expect of an exact method without ties. */
  readonly level: number;
  /** Coverage that an exact method has on average over calibrations: see `TestSet.upper`. */
  readonly band: { readonly lower: number; readonly upper: number };
  readonly methods: { readonly [Method in SetMethod]?: MethodEvaluation };
}

/** Collects splits one by one, for scorers that have to be fitted anew in each. */
export interface EvaluationTally {
  add(split: SplitExamples): void;
  /** @throws {RangeError} if there was no split */
  result(): Evaluation;
}

const FIGURES = ["coverage", "removalRate", "rollbackCoverage", "redoCost", "empty", "nfe"] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

interface MethodTally {
  readonly splits: Figures[];
  readonly errors: ClusteredErrors<keyof Figures>;
  /** Whether every split named the units of its test runs. */
  unitsKnown: boolean;
  /** Share of the sets by position alone, of each split. */
  readonly positionOnly: number[];
  readonly position: ReliabilityTally;
  readonly length: ReliabilityTally;
  readonly group: ReliabilityTally;
  /** Of the last split. */
  covered: number;
}

/** How to evaluate splits. */
export interface EvaluationTallyOptions extends Omit<SetOptions, "method"> {
  readonly methods: readonly SetMethod[];
}

/**
 * An evaluation at one alpha, still without a split.
 *
 * @throws {RangeError} if `alpha` is outside [0, 1)
 */
export function evaluationTally(options: EvaluationTallyOptions): EvaluationTally {
  const { methods, ...shape } = options;
  const { alpha } = shape;
  checkAlpha(alpha);
  const tallies = new Map(methods.map((method) => [method, methodTally()]));
  const levels: number[] = [];
  const uppers: number[] = [];
  let tests = 0;
  return {
    add(split) {
      tests = split.test.length;
      for (const [method, tally] of tallies) {
        const sets = splitSets(split, { ...shape, method });
        addSets(tally, sets, { ...shape, method }, split.testUnits);
        levels.push(meanOf(sets, ({ set }) => set.level));
        uppers.push(meanOf(sets, ({ upper }) => upper));
      }
    },
    result: () => {
      if (levels.length === 0) throw new RangeError("Expected at least one split, got 0.");
      const results = [...tallies].map(([method, tally]) => [method, summary(tally, tests)]);
      return {
        alpha,
        splits: levels.length / tallies.size,
        level: meanAndStd(levels).mean,
        band: { lower: 1 - alpha, upper: meanAndStd(uppers).mean },
        methods: Object.fromEntries(results),
      };
    },
  };
}

function methodTally(): MethodTally {
  return {
    splits: [],
    errors: clusteredErrors(FIGURES),
    unitsKnown: true,
    positionOnly: [],
    position: positionReliability(),
    length: lengthReliability(),
    group: groupReliability(),
    covered: 0,
  };
}

function addSets(
  tally: MethodTally,
  sets: readonly TestSet[],
  options: SetOptions,
  units?: readonly (string | number)[],
): void {
  const outcomes = sets.map((each) => outcomeOf(each, options));
  const figures = outcomes.map(figuresOf);
  tally.splits.push(meanFigures(figures));
  if (units === undefined) tally.unitsKnown = false;
  else figures.forEach((each, at) => tally.errors.add(units[at] ?? at, each));
  tally.covered = Math.round(outcomes.reduce((sum, { covered }) => sum + covered, 0));
  tally.positionOnly.push(meanOf(sets, ({ set }) => (set.positionOnly === undefined ? 0 : 1)));
  const predictions = sets.map(({ run }, at) => ({ run, outcome: outcomes[at] }));
  for (const bins of [tally.position, tally.length]) bins.add(predictions);
  tally.group.add(predictions.map((prediction, at) => ({ ...prediction, unit: units?.[at] })));
}

function figuresOf({ covered, rollbackCovered, empty, ...others }: SetOutcome): Figures {
  return {
    ...others,
    coverage: covered,
    rollbackCoverage: Number(rollbackCovered),
    empty: Number(empty),
  };
}

function meanFigures(figures: readonly Figures[]): Figures {
  const mean = (name: keyof Figures) => meanOf(figures, (each) => each[name]);
  return {
    coverage: mean("coverage"),
    removalRate: mean("removalRate"),
    rollbackCoverage: mean("rollbackCoverage"),
    redoCost: mean("redoCost"),
    empty: mean("empty"),
    nfe: mean("nfe"),
  };
}

function meanOf<Value>(values: readonly Value[], figure: (value: Value) => number): number {
  return values.reduce((sum, value) => sum + figure(value), 0) / values.length;
}

function summary(tally: MethodTally, tests: number): MethodEvaluation {
  const { splits, errors, unitsKnown, positionOnly, position, length, group, covered } = tally;
  const over = (figure: keyof Figures): Figure => ({
    ...meanAndStd(splits.map((each) => each[figure])),
    ...(unitsKnown ? { standardError: errors.standardError(figure) } : {}),
  });
  const share = meanAndStd(positionOnly).mean;
  return {
    coverage: over("coverage"),
    removalRate: over("removalRate"),
    rollbackCoverage: over("rollbackCoverage"),
    redoCost: over("redoCost"),
    nfe: over("nfe"),
    empty: over("empty"),
    ...(splits.length === 1 ? { confidence: clopperPearson(covered, tests) } : {}),
    ...(share === 0 ? {} : { positionOnly: share }),
    byPosition: position.bins(),
    byLength: length.bins(),
    byGroup: group.bins(),
  };
}
