/** Two methods on the same trajectories. */
export interface PairedTest {
  /** Trajectories on which only the first is right. */
  readonly onlyFirst: number;
  /** Trajectories on which only the second is right. */
  readonly onlySecond: number;
  /** Probability of a difference as large or larger if both were right equally often; two-sided, exact. */
  readonly p: number;
}

/**
 * McNemar's exact test of two methods that judged the same trajectories: only those count on which one of them is right.
 *
 * @param first  whether the first method is right, by trajectory
 * @param second the same of the second, in the same order
 * @returns p = 1 where they differ nowhere
 */
export function mcnemar(first: readonly boolean[], second: readonly boolean[]): PairedTest {
  const onlyFirst = first.filter((right, index) => right && second[index] === false).length;
  const onlySecond = first.filter((right, index) => !right && second[index] === true).length;
  const n = onlyFirst + onlySecond;
  return { onlyFirst, onlySecond, p: Math.min(1, 2 * halfBinomialTail(Math.min(onlyFirst, onlySecond), n)) };
}

/** P(X <= k) of X ~ Binomial(n, 1/2), in logarithms, as 2^-n may be too small for a number. */
function halfBinomialTail(k: number, n: number): number {
  let logTerm = -n * Math.log(2);
  let sum = 0;
  for (let i = 0; i <= k; i += 1) {
    sum += Math.exp(logTerm);
    logTerm += Math.log(n - i) - Math.log(i + 1);
  }
  return sum;
}

/**
 * Holm's adjustment: each p such that to call those below alpha real errs in any of them with probability at most alpha.
 *
 * @returns in the order of `ps`
 */
export function holm(ps: readonly number[]): readonly number[] {
  const order = ps.map((_, index) => index).toSorted((one, other) => (ps[one] ?? 0) - (ps[other] ?? 0));
  const adjusted = [...ps];
  let most = 0;
  for (const [rank, index] of order.entries()) {
    most = Math.max(most, Math.min(1, (ps.length - rank) * (ps[index] ?? 0)));
    adjusted[index] = most;
  }
  return adjusted;
}
