import { runningAggregate } from "./aggregation.ts";
import { checkConformalOptions } from "./conformal-options.ts";
import { type PredictionSet, setAtThreshold } from "./prediction-set.ts";
import { isSuspicion } from "./step-scores.ts";
import { checkThreshold, type Threshold } from "./threshold.ts";

/** A run whose steps are scored on demand. */
export interface FilterStepsOptions {
  /** Number of steps of the run, l >= 1. */
  readonly length: number;
  /** Which end loses steps: `left` asks from the last step backwards, `right` from the first one on. */
  readonly direction: "left" | "right";
  /** Suspicion of one step, finite and >= 0, by the calibrated scorer. Called at most once a step, in turn. */
  readonly scoreStep: (index: number) => number | Promise<number>;
  /** From `calibrateThreshold`, for the method of the same name as `direction`. */
  readonly threshold: Threshold;
}

/** A prediction set with its price. */
export interface FilteredSet extends PredictionSet {
  /** Number of function evaluations: the number of steps that were scored. */
  readonly nfe: number;
}

/**
 * Left or right filtration that pays only for the scores that it needs.
 *
 * The set is `predictionSet`'s on the same scores, the fallback included. g never decreases while the run of steps grows. So no step behind the first
 * one past the threshold can be in the set, and none of them is scored. A set of m steps
 * costs min(l, m + 1) scores, an empty one (fallback) 1, and one that is full whatever the scores (alpha 0, or too few
 * labels) 0. Scores that are not computed are not checked either.
 *
 * @returns the set, and `nfe`, in [0, l]
 * @throws {RangeError} (as a rejection, as all that `scoreStep` throws) if `length` is not a whole number >= 1,
 *   `direction` is not the threshold's method, the threshold contradicts itself, or a score is NaN, infinite or negative
 * @see arXiv:2605.06788, Section 3.1.3
 */
export async function filterSteps(options: FilterStepsOptions): Promise<FilteredSet> {
  checkOptions(options);
  const { length, direction, threshold } = options;
  const { aggregation = { kind: "sum" }, value: bound } = threshold;
  const aggregate = runningAggregate(aggregation, length);
  // Steps that are not scored lie past the threshold.
  const scores = Array.from({ length }, () => Infinity);
  let nfe = 0;
  for (let past = bound === Infinity; !past && nfe < length; nfe += 1) {
    const step = direction === "left" ? length - 1 - nfe : nfe;
    const score = aggregate(await askFor(step, options));
    scores[step] = score;
    past = score > bound;
  }
  return { ...setAtThreshold(scores, threshold), nfe };
}

async function askFor(step: number, { scoreStep }: FilterStepsOptions): Promise<number> {
  const score: unknown = await scoreStep(step);
  if (!isSuspicion(score)) {
    throw new RangeError(`Expected \`scoreStep(${step})\` to be finite and >= 0, got ${String(score)}.`);
  }
  return score;
}

function checkOptions({ length, direction, threshold }: FilterStepsOptions): void {
  checkThreshold(threshold);
  checkConformalOptions(threshold);
  if (!Number.isSafeInteger(length) || length < 1) {
    throw new RangeError(`Expected \`length\` to be a whole number >= 1, got ${length}.`);
  }
  if (direction !== "left" && direction !== "right") {
    throw new RangeError(`Expected \`direction\` to be "left" or "right", got "${String(direction)}".`);
  }
  if (threshold.method !== direction) {
    throw new RangeError(
      `Expected a \`threshold\` of the method "${direction}", as \`direction\` says, got one of "${threshold.method}".`,
    );
  }
}
