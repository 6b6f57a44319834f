/** A watch over runs under one promise: do more of them miss it than it allows? */
export interface DriftWatch {
  /** Promised share of runs that may miss, in (0, 1). */
  readonly alpha: number;
  /** The alarm comes once the evidence reaches this. At least so many runs pass on average before a false alarm. */
  readonly threshold: number;
  /** Evidence for more misses than alpha since run `since`, at least 1. */
  readonly evidence: number;
  /** Runs that were watched. */
  readonly runs: number;
  /** Number of runs before the evidence began to grow: about here the agent changed, if it did. */
  readonly since: number;
  readonly isAlarmed: boolean;
}

const DEFAULT_THRESHOLD = 1000;
/** Share of the largest bet that cannot lose all. */
const BET = 0.4;

/**
 * A watch that has seen no run. With misses at rate alpha or less, however they depend on each other's past, at least `threshold` runs pass on average before a
 * false alarm.
 *
 * Proof:
 *
 * 1. A run multiplies the evidence by e = 1 + b (miss - alpha), with b = 0.4 / alpha. Given all runs before, its mean is at most 1.
 * 2. Evidence below 1 is set to 1, so it is at most the sum, over all earlier starts, of the products of e from there on.
 * 3. The mean of that sum after t runs is at most t, so at the time T of an alarm threshold <= mean of T, by optional stopping.
 *
 * @param threshold default 1,000
 * @throws {RangeError} if `alpha` is not in (0, 1), or `threshold` not above 1
 * @see Shin, Ramdas and Rinaldo, E-detectors (arXiv:2203.03532)
 */
export function driftWatch(alpha: number, threshold: number = DEFAULT_THRESHOLD): DriftWatch {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`Expected \`alpha\` in (0, 1), got ${alpha}.`);
  if (!(threshold > 1)) throw new RangeError(`Expected \`threshold\` above 1, got ${threshold}.`);
  return { alpha, threshold, evidence: 1, runs: 0, since: 0, isAlarmed: false };
}

/** The watch after one more run. Once alarmed it stays so. */
export function afterWatchedRun(watch: DriftWatch, isMissed: boolean): DriftWatch {
  const { alpha, threshold } = watch;
  const factor = 1 + (BET / alpha) * ((isMissed ? 1 : 0) - alpha);
  const runs = watch.runs + 1;
  const evidence = watch.evidence * factor;
  if (watch.isAlarmed) return { ...watch, runs };
  if (evidence < 1) return { ...watch, evidence: 1, runs, since: runs };
  return { ...watch, evidence, runs, isAlarmed: evidence >= threshold };
}
