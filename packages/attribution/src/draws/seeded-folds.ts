import { seededOrder } from "./seeded-order.ts";

/**
 * @internal Splits 0..n-1 into folds whose sizes differ by one at most, by `seed` alone.
 *
 * @param count at most so many; no more than n
 * @returns indices of each fold, ascending
 */
export function foldsOf(n: number, count: number, seed: number): readonly (readonly number[])[] {
  const folds = Math.min(count, n);
  const rankOf = new Map(seededOrder(n, seed).map((index, rank) => [index, rank]));
  const all = Array.from({ length: n }, (_, index) => index);
  return Array.from({ length: folds }, (_, fold) =>
    all.filter((index) => (rankOf.get(index) ?? 0) % folds === fold),
  );
}
