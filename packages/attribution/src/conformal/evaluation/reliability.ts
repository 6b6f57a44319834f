import { firstDecisive, type LabelledRun } from "../sets/scored-run.ts";
import { type Figures, FigureSums, UnitSums } from "./figures.ts";

/** How sets did on the test trajectories of one kind. */
export interface ReliabilityBin {
  /** Names the kind: "0.2-0.4" of the trajectory, "9-16" steps, or a group. */
  readonly label: string;
  /** Predictions counted, over all splits: the same trajectory counts once a split. */
  readonly count: number;
  readonly coverage: number;
  readonly removalRate: number;
  readonly rollbackCoverage: number;
  readonly redoCost: number;
  /** Of each of the figures, as `Figure` has it; absent where units are not known. */
  readonly standardErrors?: Readonly<Record<BinFigure, number>>;
}

type BinFigure = "coverage" | "removalRate" | "rollbackCoverage" | "redoCost";

const PARTS = 5;

/**
 * The fifth of the trajectory in which its decisive step stands. That is known afterwards only: no method
 * promises coverage for each of them.
 */
export const positionKind = (run: LabelledRun): number =>
  Math.floor((PARTS * (firstDecisive(run) + 0.5)) / run.stepScores.length);

export const positionLabel = (part: number): string =>
  `${(part / PARTS).toFixed(1)}-${((part + 1) / PARTS).toFixed(1)}`;

/** By length of the trajectory: 1, 2, 3-4, 5-8, 9-16, and so on. */
export const lengthKind = (run: LabelledRun): number => Math.ceil(Math.log2(run.stepScores.length));

export const lengthLabel = (power: number): string =>
  power < 2 ? `${power + 1}` : `${2 ** (power - 1) + 1}-${2 ** power}`;

/** Counts predictions by kind. Kinds are small whole numbers; labels are made at the end, for this runs once a prediction. */
export class ReliabilityTally {
  readonly #bins: (Bin | undefined)[] = [];

  /** @param unit place of the run's unit, for standard errors; `undefined` where it is not known */
  add(kind: number, figures: Figures, unit?: number): void {
    const bin = (this.#bins[kind] ??= new Bin());
    bin.sums.add(figures);
    if (unit === undefined) bin.unitsKnown = false;
    else bin.errors.add(unit, figures);
  }

  /** The bins that hold anything, in order. */
  bins(labelOf: (kind: number) => string): readonly ReliabilityBin[] {
    return [...this.#bins.entries()].flatMap(([kind, bin]) =>
      bin === undefined ? [] : [toldOf(labelOf(kind), bin)],
    );
  }
}

class Bin {
  readonly sums = new FigureSums();
  readonly errors = new UnitSums();
  unitsKnown = true;
}

function toldOf(label: string, { errors, sums, unitsKnown }: Bin): ReliabilityBin {
  const named = (valueOf: (name: BinFigure) => number): Readonly<Record<BinFigure, number>> => ({
    coverage: valueOf("coverage"),
    removalRate: valueOf("removalRate"),
    rollbackCoverage: valueOf("rollbackCoverage"),
    redoCost: valueOf("redoCost"),
  });
  return {
    label,
    count: sums.count,
    ...named((name) => sums.mean(name)),
    ...(unitsKnown ? { standardErrors: named((name) => errors.standardError(name)) } : {}),
  };
}
