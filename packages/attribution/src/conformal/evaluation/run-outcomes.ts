import { stepsOf } from "../step-range.ts";
import { stepsWithin } from "../steps-within.ts";
import { nonconformitiesBy } from "../sets/run-nonconformity.ts";
import type { LabelledRun } from "../sets/scored-run.ts";
import type { SetOptions } from "../sets/set-options.ts";
import { labelNonconformity, type MethodOptions } from "../sets/threshold-rule.ts";
import { outcomeOf } from "./split-sets.ts";
import { type Figures, figuresOf } from "./figures.ts";

/**
 * Figures of one method's sets of one run. A set depends on how many steps lie within the threshold alone, so each is looked at once,
 * however many splits have it.
 */
export class RunOutcomes {
  readonly #run: LabelledRun;
  readonly #options: MethodOptions;
  readonly #looked: SetOptions;
  readonly #scores: readonly number[];
  readonly #sorted: Float64Array;
  /** By the number of steps within the threshold; beyond them that of every step. */
  readonly #figures: (Figures | undefined)[] = [];
  #atLabel: number | undefined;

  /**
   * @param options of the nonconformities
   * @param looked  options of the method that is evaluated
   */
  constructor(run: LabelledRun, options: MethodOptions, looked: SetOptions) {
    this.#run = run;
    this.#options = options;
    this.#looked = looked;
    this.#scores = nonconformitiesBy(options)(run);
    this.#sorted = Float64Array.from(this.#scores).toSorted();
  }

  /** Nonconformity of what a set is to hold; throws as `labelNonconformity` does. */
  get atLabel(): number {
    return (this.#atLabel ??= labelNonconformity(this.#scores, this.#run, this.#options.goal ?? "first"));
  }

  /** The figures of the set at a threshold; `Infinity` has every step, whether by request or for want of labels. */
  at(threshold: number): Figures {
    const within = threshold === Infinity ? this.#sorted.length + 1 : this.#within(threshold);
    return (this.#figures[within] ??= this.#look(threshold));
  }

  #look(threshold: number): Figures {
    const range = { start: 0, end: this.#scores.length - 1 };
    const set =
      threshold === Infinity
        ? { range, steps: stepsOf(range), trivial: { reason: "", needed: 0 } }
        : stepsWithin(this.#scores, threshold, this.#options.method);
    return figuresOf(outcomeOf({ run: this.#run, set }, this.#looked));
  }

  /** How many steps lie at or below it. */
  #within(threshold: number): number {
    let [least, most] = [0, this.#sorted.length];
    while (least < most) {
      const middle = (least + most) >>> 1;
      if ((this.#sorted[middle] ?? Infinity) <= threshold) least = middle + 1;
      else most = middle;
    }
    return least;
  }
}
