import { densityRatios, mostSuspicious } from "./step-scores.ts";

/** Shape that the sets of a density-ratio method take: any range, a range to the end, a range from the start. */
export type DensityRatioShape = "interval" | "suffix" | "prefix";

/**
 * Level at which each step enters the set. The set always grows by the neighbouring run of steps with the largest mean density ratio d_j = l p_j.
 *
 * The average of |C| / l at a given coverage is least when d is thresholded, not p; growing by runs keeps the sets
 * contiguous. `suffix` grows from behind the last step, `prefix` from before the first, `interval` from the step of
 * the largest d (the first such step). {j : level_j >= t} has the shape at every t. Takes O(l).
 *
 * Each side's runs of largest mean are the same whatever the other side does, and they are the slopes of the least
 * concave majorant of d's cumulative sum, which pooling adjacent violators finds in one pass.
 *
 * @param stepScores checked suspicion of each step, shape [l]; any scale. All zero counts as all equal
 * @param shape      the sets' shape
 * @returns minus the levels, shape [l], a fresh array without a negative zero; an average step has -1
 */
export function growth(stepScores: readonly number[], shape: DensityRatioShape): number[] {
  const peak = mostSuspicious(stepScores);
  const ratios = densityRatios(stepScores, peak);
  switch (shape) {
    case "prefix":
      return grow(ratios, 0, ratios.length);
    case "suffix":
      return grow(ratios, ratios.length - 1, -1);
    case "interval":
      // Seeded by the scores as given: two that differ by an ulp can round to one ratio, and the seed would jump.
      return growInterval(ratios, peak);
  }
}

function growInterval(ratios: number[], peak: number): number[] {
  const highest = ratios[peak] ?? 0;
  ratios[peak] = 0 - highest;
  grow(ratios, peak - 1, -1, highest);
  return grow(ratios, peak + 1, ratios.length, highest);
}

/**
 * Growing from `first` to just before `end`, either way: replaces each value by minus the mean of the run by which
 * it is reached.
 *
 * @param values  density ratios, overwritten between `first` and `end`
 * @param highest no level is higher: a mean may round to just above its largest term
 */
function grow(values: number[], first: number, end: number, highest = Infinity): number[] {
  const step = first < end ? 1 : -1;
  // A stack of runs, one array a field: objects would cost more than the arithmetic.
  const sums: number[] = [];
  const lengths: number[] = [];
  const means: number[] = [];
  let runs = 0;
  for (let index = first; index !== end; index += step) {
    let sum = values[index] ?? 0;
    let length = 1;
    let mean = sum;
    for (; runs > 0 && (means[runs - 1] ?? 0) < mean; runs -= 1) {
      sum += sums[runs - 1] ?? 0;
      length += lengths[runs - 1] ?? 0;
      mean = sum / length;
    }
    sums[runs] = sum;
    lengths[runs] = length;
    means[runs] = mean;
    runs += 1;
  }
  let start = first;
  for (let run = 0; run < runs; run += 1) {
    const after = start + step * (lengths[run] ?? 0);
    const value = 0 - Math.min(means[run] ?? 0, highest);
    for (let index = start; index !== after; index += step) values[index] = value;
    start = after;
  }
  return values;
}
