import { seededRandom } from "../seeded-random.ts";
import type { LabelledRun } from "../sets/scored-run.ts";
import { type Evaluation, evaluationTally, type EvaluationTallyOptions } from "./evaluation-tally.ts";
import { evenSplit } from "./even-split.ts";

/** How to evaluate. */
export interface EvaluateSplitsOptions extends EvaluationTallyOptions {
  /** Number of random even splits; default 1000. */
  readonly splits?: number;
  /** Decides the splits; default 0. */
  readonly seed?: number;
}

/**
 * Measures methods on labelled runs: many times, a random half calibrates and the other half is predicted.
 *
 * The scorer must not have been fitted on any of them; one that learns has to be fitted inside each calibration half, with
 * `evenSplit` and `evaluationTally`. Splits share runs: the standard deviation is between splits of these runs, and says
 * nothing of how far their means are from those of fresh ones.
 *
 * @param examples n labelled runs, n >= 2
 * @throws {RangeError} on fewer than two examples or no split, and where `calibrateSets` does
 */
export function evaluateSplits(examples: readonly LabelledRun[], options: EvaluateSplitsOptions): Evaluation {
  const { seed = 0, splits = 1000, ...rest } = options;
  const random = seededRandom(seed);
  const tally = evaluationTally(rest);
  for (let split = 0; split < splits; split += 1) {
    const { calibration, test } = evenSplit(examples.length, random);
    tally.add({ calibration: pick(examples, calibration), test: pick(examples, test) });
  }
  return tally.result();
}

function pick<Value>(values: readonly Value[], indices: readonly number[]): readonly Value[] {
  const picked: Value[] = [];
  for (const index of indices) {
    const value = values[index];
    if (value !== undefined) picked.push(value);
  }
  return picked;
}
