import { share, type FeatureGroup } from "./feature-group.ts";

const NAMES = ["lengthUp", "lengthDown", "lengthApart", "lengthRank", "symbols", "lines"] as const;

/** Features of a step's look beside the others of its run: longer, shorter, full of symbols. */
export const shapeFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps }) => {
    const lengths = steps.map(({ words }) => Math.log1p(words.length));
    const ranks = ranksOf(lengths);
    const apart = standardScores(lengths);
    return steps.map(({ text }, index) => {
      const change = (lengths[index] ?? 0) - (lengths[index - 1] ?? lengths[index] ?? 0);
      return {
        lengthUp: Math.max(0, change),
        lengthDown: Math.max(0, -change),
        lengthApart: apart[index] ?? 0,
        lengthRank: ranks[index] ?? 0,
        symbols: share(count(text, /[^\p{L}\p{N}\s]/gu), text.length),
        lines: Math.log1p(count(text, /\n/gu)),
      };
    });
  },
};

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Place of each value among all, 0 for the lowest to 1; the earlier of two equal ones is the lower. */
function ranksOf(values: readonly number[]): readonly number[] {
  const order = values
    .map((value, index) => ({ value, index }))
    .toSorted((a, b) => a.value - b.value || a.index - b.index);
  const ranks = values.map(() => 0);
  order.forEach(({ index }, rank) => {
    ranks[index] = share(rank, values.length - 1);
  });
  return ranks;
}

/** Deviations from the mean of the same values. */
function standardScores(values: readonly number[]): readonly number[] {
  const mean = share(sum(values), values.length);
  const deviation = Math.sqrt(share(sum(values.map((value) => (value - mean) ** 2)), values.length));
  return values.map((value) => (deviation > 1e-9 ? (value - mean) / deviation : 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
