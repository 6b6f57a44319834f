import { checkAlpha } from "../alpha.ts";
import type { SetMethod, SetOptions } from "../sets/set-options.ts";
import { SplitReader } from "./evaluated-split.ts";
import { meanAndStd } from "./mean-and-std.ts";
import { type MethodEvaluation, MethodTally } from "./method-tally.ts";
import { splitMethod } from "./split-figures.ts";
import type { SplitExamples } from "./split-sets.ts";

/** Results of repeated random splits about methods at one alpha. */
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

/** How to evaluate splits. */
export interface EvaluationTallyOptions extends Omit<SetOptions, "method"> {
  readonly methods: readonly SetMethod[];
}

/**
 * An evaluation at one alpha, still without a split.
 *
 * @throws {RangeError} on options that no method could have: see `checkSetOptions`
 */
export function evaluationTally(options: EvaluationTallyOptions): EvaluationTally {
  const { methods, ...shape } = options;
  const { alpha } = shape;
  checkAlpha(alpha);
  const reader = new SplitReader();
  const tallies = new Map(
    methods.map((method, place) => [method, new MethodTally(splitMethod({ ...shape, method }, place))]),
  );
  const levels: number[] = [];
  const uppers: number[] = [];
  return {
    add(examples) {
      const split = reader.read(examples);
      for (const tally of tallies.values()) {
        const { level, upper } = tally.add(split);
        levels.push(level);
        uppers.push(upper);
      }
    },
    result: () => {
      if (levels.length === 0) throw new RangeError("Expected at least one split, got 0.");
      const results = [...tallies].map(([method, tally]) => [method, tally.told(reader.groupNames())]);
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
