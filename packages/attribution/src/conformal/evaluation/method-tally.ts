import { clopperPearson, type ConfidenceInterval } from "../clopper-pearson.ts";
import type { EvaluatedSplit } from "./evaluated-split.ts";
import { type Figures, FigureSums, UnitSums } from "./figures.ts";
import { type MeanAndStd, meanAndStd } from "./mean-and-std.ts";
import { lengthLabel, positionLabel, type ReliabilityBin, ReliabilityTally } from "./reliability.ts";
import type { SplitFigures, SplitMethod } from "./split-figures.ts";

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

/** Adds up what the sets of one method are worth. */
export class MethodTally {
  readonly #figures: SplitMethod;
  /** Sums of each split. */
  readonly #splits: FigureSums[] = [];
  readonly #errors = new UnitSums();
  /** Whether every split named the units of its test runs. */
  #unitsKnown = true;
  /** Share of the sets by position alone, of each split. */
  readonly #positionOnly: number[] = [];
  readonly #position = new ReliabilityTally();
  readonly #length = new ReliabilityTally();
  readonly #group = new ReliabilityTally();

  constructor(figures: SplitMethod) {
    this.#figures = figures;
  }

  add(split: EvaluatedSplit): SplitFigures {
    const found = this.#figures(split);
    const { groups, test, units } = split;
    const sums = new FigureSums();
    for (let at = 0; at < test.length; at += 1) {
      const [run, figures, unit] = [test[at], found.figures[at], units?.[at]];
      if (run === undefined || figures === undefined) continue;
      sums.add(figures);
      if (unit !== undefined) this.#errors.add(unit, figures);
      this.#position.add(run.position, figures);
      this.#length.add(run.length, figures);
      this.#group.add(groups[at] ?? 0, figures, unit);
    }
    if (units === undefined) this.#unitsKnown = false;
    this.#splits.push(sums);
    this.#positionOnly.push(found.positionOnly);
    return found;
  }

  /** @param groupNames by the groups' numbers */
  told(groupNames: readonly string[]): MethodEvaluation {
    const share = meanAndStd(this.#positionOnly).mean;
    const [one, ...others] = this.#splits;
    return {
      coverage: this.#over("coverage"),
      removalRate: this.#over("removalRate"),
      rollbackCoverage: this.#over("rollbackCoverage"),
      redoCost: this.#over("redoCost"),
      nfe: this.#over("nfe"),
      empty: this.#over("empty"),
      ...(one !== undefined && others.length === 0
        ? { confidence: clopperPearson(Math.round(one.coverage), one.count) }
        : {}),
      ...(share === 0 ? {} : { positionOnly: share }),
      byPosition: this.#position.bins(positionLabel),
      byLength: this.#length.bins(lengthLabel),
      byGroup: this.#group.bins((group) => groupNames[group] ?? ""),
    };
  }

  #over(name: keyof Figures): Figure {
    return {
      ...meanAndStd(this.#splits.map((sums) => sums.mean(name))),
      ...(this.#unitsKnown ? { standardError: this.#errors.standardError(name) } : {}),
    };
  }
}
