import { seededRandom } from "../seeded-random.ts";
import { type Evaluation, evaluationTally, type EvaluationTallyOptions } from "./evaluation-tally.ts";
import { evenSplit } from "./even-split.ts";
import { type EvaluationExample, type PreparedExample, prepareExample } from "./prepare-example.ts";

/** How to evaluate. */
export interface EvaluateSplitsOptions extends EvaluationTallyOptions {
  /** Number of random even splits; default 1000. */
  readonly splits?: number;
  /** Decides splits, draws and the noise against ties; default 0. */
  readonly seed?: number;
}

/** Splits take turns among so many draws of what is random in the methods, so that no figure hangs on one of them. */
const REPLICATES = 16;

/**
 * Measures methods on labelled trajectories: many times, a random half calibrates and the other half is predicted.
 *
 * The scorer must not have been fitted on any of them; one that learns has to be fitted inside each calibration half,
 * with `evenSplit`, `prepareExample` and `evaluationTally`. Splits share trajectories: the standard deviation is between
 * splits of these trajectories, and says nothing of how far their means are from those of fresh ones.
 *
 * @param examples n labelled trajectories, n >= 2
 * @throws {RangeError} on fewer than two examples or no split, on bad options, and where `nonconformity` does
 */
export function evaluateSplits(
  examples: readonly EvaluationExample[],
  options: EvaluateSplitsOptions,
): Evaluation {
  const { aggregation, methods, seed = 0, splits = 1000 } = options;
  const random = seededRandom(seed);
  const prepare = aggregation === undefined ? { methods, random } : { methods, random, aggregation };
  const tally = evaluationTally(options);
  const draw = () => examples.map((example) => prepareExample(example, prepare));
  // In turns of neighbouring splits: what one of them works on then stays near the processor.
  const turn = Math.ceil(splits / REPLICATES);
  let prepared: readonly PreparedExample[] = [];
  for (let split = 0; split < splits; split += 1) {
    if (split % turn === 0) prepared = draw();
    const { calibration, test } = evenSplit(examples.length, random);
    tally.add({ calibration: pick(prepared, calibration), test: pick(prepared, test) });
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
