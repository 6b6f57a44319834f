import { seededRandom } from "../seeded-random.ts";
import type { LabelledRun } from "../sets/scored-run.ts";
import { type Evaluation, evaluationTally, type EvaluationTallyOptions } from "./evaluation-tally.ts";
import { type EvenSplit, evenSplit } from "./even-split.ts";
import { redrawn } from "./redrawn.ts";

/** How to evaluate. */
export interface EvaluateSplitsOptions extends EvaluationTallyOptions {
  /** Number of random even splits; default 1000. */
  readonly splits?: number;
  /** Decides the splits; default 0. */
  readonly seed?: number;
  /** Draws the halves of 0..n-1; default `evenSplit`. */
  readonly draw?: (random: () => number) => EvenSplit;
  /** The unit of each run, for standard errors; default each run by itself. */
  readonly units?: readonly string[];
}

/** Splits take turns among so many draws of what is random in the methods, so no figure depends on a single one. */
const REPLICATES = 16;

/**
 * Measures methods on labelled runs: many times, a random half calibrates and the other half is predicted.
 *
 * The scorer must not have been fitted on any of them; one that learns has to be fitted inside each calibration half, with
 * `evenSplit` and `evaluationTally`. Splits share runs: the standard deviation is between splits of these runs; the standard error says how far the
 * mean may be from the mean of fresh runs.
 *
 * @param examples n labelled runs, n >= 2
 * @throws {RangeError} on fewer than two examples or no split, and where `calibrateSets` does
 */
export function evaluateSplits(examples: readonly LabelledRun[], options: EvaluateSplitsOptions): Evaluation {
  const { seed = 0, splits = 1000, units, ...rest } = options;
  const { draw = (source) => evenSplit(examples.length, source), ...shape } = rest;
  const random = seededRandom(seed);
  const tally = evaluationTally(shape);
  // In turns of neighbouring splits: what is known of a run's nonconformities then serves several.
  const turn = Math.ceil(splits / REPLICATES);
  let drawn = examples;
  for (let split = 0; split < splits; split += 1) {
    if (split % turn === 0) drawn = redrawn(examples, split / turn);
    const { calibration, test } = draw(random);
    const testUnits = test.map((index) => units?.[index] ?? index);
    tally.add({ calibration: pick(drawn, calibration), test: pick(drawn, test), testUnits });
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
