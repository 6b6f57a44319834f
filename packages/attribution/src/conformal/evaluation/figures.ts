import { clusteredError } from "./clustered-errors.ts";
import type { SetOutcome } from "./split-sets.ts";

/** The figures that a set is measured by. */
export interface Figures {
  readonly coverage: number;
  readonly removalRate: number;
  readonly rollbackCoverage: number;
  readonly redoCost: number;
  readonly empty: number;
  readonly nfe: number;
}

/** The figures of one set. */
export const figuresOf = ({ covered, empty, rollbackCovered, ...others }: SetOutcome): Figures => ({
  coverage: covered,
  removalRate: others.removalRate,
  rollbackCoverage: Number(rollbackCovered),
  redoCost: others.redoCost,
  empty: Number(empty),
  nfe: others.nfe,
});

/** Sums of figures. Fields and no loop over names: a set is added up to five times, and there are many. */
export class FigureSums {
  count = 0;
  coverage = 0;
  removalRate = 0;
  rollbackCoverage = 0;
  redoCost = 0;
  empty = 0;
  nfe = 0;

  add(figures: Figures): void {
    this.count += 1;
    this.coverage += figures.coverage;
    this.removalRate += figures.removalRate;
    this.rollbackCoverage += figures.rollbackCoverage;
    this.redoCost += figures.redoCost;
    this.empty += figures.empty;
    this.nfe += figures.nfe;
  }

  mean(name: keyof Figures): number {
    return this[name] / this.count;
  }
}

/** Sums over the runs of each unit. */
export class UnitSums {
  /** In the order in which units appear here, and by their places. */
  readonly #units: FigureSums[] = [];
  readonly #byPlace: (FigureSums | undefined)[] = [];

  /** @param place of the unit */
  add(place: number, figures: Figures): void {
    let sums = this.#byPlace[place];
    if (sums === undefined) {
      sums = new FigureSums();
      this.#byPlace[place] = sums;
      this.#units.push(sums);
    }
    sums.add(figures);
  }

  standardError(name: keyof Figures): number {
    return clusteredError(this.#units.map((unit) => ({ count: unit.count, sum: unit[name] })));
  }
}
