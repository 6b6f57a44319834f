import { conformalRank } from "./conformal-rank.ts";
import { seededRandom } from "./seeded-random.ts";

/** Far above rounding, far below one rank. */
const SLACK = 1e-9;

/**
 * The largest number of labels, of n at the most, whose rank is not rounded up: alpha (m + 1) is whole.
 *
 * @returns n where there is no such number, or n is too small for alpha
 */
export function trimmedSize(n: number, alpha: number): number {
  for (let size = n; conformalRank(size, alpha) <= size; size -= 1) {
    const misses = alpha * (size + 1);
    if (Math.abs(misses - Math.round(misses)) <= SLACK) return size;
  }
  return n;
}

/**
 * So many of the labels that no rank is rounded up; which, their draws alone decide.
 *
 * @param labels of which each has a number that its name alone decides
 */
export function trimmedLabels<Label extends { readonly draw: number }>(
  labels: readonly Label[],
  alpha: number,
): readonly Label[] {
  const size = trimmedSize(labels.length, alpha);
  if (size === labels.length) return labels;
  return labels
    .map((label) => ({ label, place: seededRandom(label.draw)() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, size)
    .map(({ label }) => label);
}
