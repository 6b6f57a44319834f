import { checkStepScores, densityRatios, mostSuspicious } from "./step-scores.ts";

/** Shape that the sets of a density-ratio method take: any range, a range to the end, a range from the start. */
export type DensityRatioShape = "interval" | "suffix" | "prefix";

/**
 * Level at which each step enters the set, when the set grows by whichever neighbouring run of steps has the largest
 * mean density ratio d_j = l p_j.
 *
 * The average of |C| / l at a given coverage is least when d is thresholded, not p; growing by runs keeps the sets
 * contiguous. `suffix` grows from behind the last step, `prefix` from before the first, `interval` from the step of
 * the largest d (the first such step). {j : level_j >= t} has the shape at every t. Takes O(l).
 *
 * Each side's runs of largest mean are the same whatever the other side does, and they are the slopes of the least
 * concave majorant of d's cumulative sum, which pooling adjacent violators finds in one pass.
 *
 * @param stepScores suspicion of each step, shape [l], finite and >= 0; any scale. All zero counts as all equal
 * @param shape      the sets' shape
 * @returns levels, shape [l]; 1 is the level of an average step
 * @throws {RangeError} on no step, a score that is NaN, infinite or negative, or an unknown shape
 */
export function densityRatioLevels(
  stepScores: readonly number[],
  shape: DensityRatioShape,
): readonly number[] {
  checkStepScores(stepScores);
  const ratios = densityRatios(stepScores);
  switch (shape) {
    case "prefix":
      return rightwardLevels(ratios);
    case "suffix":
      return leftwardLevels(ratios);
    case "interval":
      // Seeded by the scores as given: two that differ by an ulp can round to one ratio, and the seed would jump.
      return intervalLevels(ratios, mostSuspicious(stepScores));
    default:
      throw new RangeError(
        `Expected \`shape\` to be "interval", "suffix" or "prefix", got "${String(shape)}".`,
      );
  }
}

function intervalLevels(ratios: readonly number[], peak: number): readonly number[] {
  const highest = ratios[peak] ?? 0;
  const before = leftwardLevels(ratios.slice(0, peak));
  const after = rightwardLevels(ratios.slice(peak + 1));
  // A mean may round to just above its largest term.
  return [...before, highest, ...after].map((level) => Math.min(level, highest));
}

function leftwardLevels(ratios: readonly number[]): readonly number[] {
  return rightwardLevels(ratios.toReversed()).toReversed();
}

/** Growing to the right from before the first value: the mean of the run by which each value is reached. */
function rightwardLevels(ratios: readonly number[]): readonly number[] {
  const runs: Run[] = [];
  for (const ratio of ratios) {
    let last: Run = { sum: ratio, length: 1, mean: ratio };
    for (
      let previous = runs.at(-1);
      previous !== undefined && previous.mean < last.mean;
      previous = runs.at(-1)
    ) {
      runs.pop();
      last = pool(previous, last);
    }
    runs.push(last);
  }
  return runs.flatMap((run) => Array.from({ length: run.length }, () => run.mean));
}

interface Run {
  readonly sum: number;
  readonly length: number;
  readonly mean: number;
}

function pool(left: Run, right: Run): Run {
  const sum = left.sum + right.sum;
  const length = left.length + right.length;
  return { sum, length, mean: sum / length };
}
