import { seededRandom } from "./seeded-random.ts";
import { textSeed } from "./text-seed.ts";

/**
 * The number in [0, 1) that draws the rank of a calibration. It comes from the names of the labels: nobody chooses it, and other labels
 * draw another one.
 *
 * @param draws a number of each label that its name alone decides, such as `LabelledRun.draw`; their order does not matter
 * @returns a multiple of 2^-32; `undefined` where there is no label
 */
export function labelsU(draws: readonly number[]): number | undefined {
  if (draws.length === 0) return undefined;
  return seededRandom(textSeed(new Float64Array(draws).toSorted().join(" ")))();
}
