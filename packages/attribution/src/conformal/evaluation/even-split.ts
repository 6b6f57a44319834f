/** A division of n labelled trajectories into those that calibrate and those that are predicted. */
export interface EvenSplit {
  /** Indices, in random order, floor(n / 2) of them. */
  readonly calibration: readonly number[];
  /** The other indices, in random order. */
  readonly test: readonly number[];
}

/**
 * Divides 0..n-1 into two halves, every division being as likely as any other (Fisher-Yates).
 *
 * @param n      number of trajectories, >= 2; of an odd number the odd one is in the test half
 * @param random uniform in [0, 1); decides the split
 * @throws {RangeError} if `n` is not a whole number >= 2
 */
export function evenSplit(n: number, random: () => number): EvenSplit {
  if (!Number.isSafeInteger(n) || n < 2) {
    throw new RangeError(`Expected \`n\` to be a whole number >= 2, got ${n}.`);
  }
  const order = Array.from({ length: n }, (_, index) => index);
  for (let last = n - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a = last, b = other] = [order[last], order[other]];
    order[last] = b;
    order[other] = a;
  }
  const half = Math.floor(n / 2);
  return { calibration: order.slice(0, half), test: order.slice(half) };
}
