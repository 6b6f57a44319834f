import type { JudgedStart, OutcomeCase } from "./outcome-case.ts";

/** Chances that an attempt that is tried again is accepted. */
export interface Chances {
  /** Where its start lies at or before the mistake, before the errors of redone steps. In (0, 1). */
  readonly reaching: number;
  /** Where its start lies behind the mistake. In (0, 1). */
  readonly missing: number;
  /** That no retry of a failed attempt is accepted, wherever it starts: the agent repeats its mistake each time. In [0, 1). */
  readonly stuck: number;
}

/** Means of the priors, from which a fit begins. */
export const PRIOR_CHANCES: Chances = { reaching: 0.75, missing: 0.05, stuck: 0.1 };

/** Beta(3, 1), Beta(1, 19) and Beta(1, 9): as many verdicts, or attempts, known beforehand. */
const REACHING_PRIOR = { accepted: 3, rejected: 1 };
const MISSING_PRIOR = { accepted: 1, rejected: 19 };
const STUCK_PRIOR = { stuck: 1, free: 9 };
/** Halvings of an interval of length 1, down to the precision of a double. */
const HALVINGS = 52;

/** Probability that all steps from a start on are redone without an error. */
export function flawless(length: number, start: number, errorRate: number): number {
  return (1 - errorRate) ** (length - start);
}

/** Probability that a verdict comes out as it did, if the mistake is step `mistake` and the attempt is not stuck. A start reaches the steps from it on. */
export function chanceOfVerdict(
  { isAccepted, start }: JudgedStart,
  mistake: number,
  redone: number,
  { missing, reaching }: Chances,
): number {
  const accepted = mistake >= start ? reaching * redone : missing;
  return isAccepted ? accepted : 1 - accepted;
}

/** Logarithm of the density of the priors over the log odds, up to a constant. Over log odds no chance of 0 or 1 is the likeliest. */
export function logPrior({ missing, reaching, stuck }: Chances): number {
  return (
    REACHING_PRIOR.accepted * Math.log(reaching) +
    REACHING_PRIOR.rejected * Math.log1p(-reaching) +
    MISSING_PRIOR.accepted * Math.log(missing) +
    MISSING_PRIOR.rejected * Math.log1p(-missing) +
    STUCK_PRIOR.stuck * Math.log(stuck) +
    STUCK_PRIOR.free * Math.log1p(-stuck)
  );
}

/**
 * The chances that maximise the mean of the log-likelihood over the beliefs, plus the log of the priors. A try that reaches back to the mistake is never the less likely
 * one to be accepted: else the two could change places, and with them before and behind.
 *
 * @param free how likely each step of each case is the mistake and the case is not stuck, shape [n, l]
 */
export function likeliestChances(
  cases: readonly OutcomeCase[],
  free: readonly Float64Array[],
  errorRate: number,
): Chances {
  const reaching = {
    accepted: REACHING_PRIOR.accepted,
    rejections: [{ reach: REACHING_PRIOR.rejected, redone: 1 }],
  };
  const missing = { ...MISSING_PRIOR };
  const freed = { ...STUCK_PRIOR };
  for (const [at, { length, verdicts }] of cases.entries()) {
    if (verdicts.length === 0) continue;
    const shares = free[at]?.subarray(0, length);
    const all = Math.min(1, sumOf(shares));
    freed.free += all;
    freed.stuck += 1 - all;
    for (const { isAccepted, start } of verdicts) {
      const reach = Math.min(all, sumOf(shares?.subarray(start)));
      if (isAccepted) reaching.accepted += reach;
      else reaching.rejections.push({ reach, redone: flawless(length, start, errorRate) });
      missing[isAccepted ? "accepted" : "rejected"] += all - reach;
    }
  }
  const ofReaching = (a: number): number =>
    reaching.rejections.reduce(
      (sum, { reach, redone }) => sum - (reach * redone) / (1 - a * redone),
      reaching.accepted / a,
    );
  const ofMissing = (c: number): number => missing.accepted / c - missing.rejected / (1 - c);
  const stuck = freed.stuck / (freed.stuck + freed.free);
  const apart = { reaching: peakOf(ofReaching), missing: peakOf(ofMissing), stuck };
  if (apart.missing <= apart.reaching) return apart;
  const both = peakOf((chance) => ofReaching(chance) + ofMissing(chance));
  return { reaching: both, missing: both, stuck };
}

const sumOf = (values: Float64Array | undefined): number =>
  values?.reduce((sum, value) => sum + value, 0) ?? 0;

/** Where a concave function of a chance has its slope of 0. */
function peakOf(slope: (chance: number) => number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
