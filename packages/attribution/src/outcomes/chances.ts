import type { JudgedStart, OutcomeCase } from "./outcome-case.ts";

/** Chances that an attempt that is tried again is accepted. */
export interface Chances {
  /** Where its start lies at or before the mistake, before the errors of redone steps. In (0, 1). */
  readonly reaching: number;
  /** Where its start lies behind the mistake. In (0, 1). */
  readonly missing: number;
}

/** Means of the priors, from which a fit begins. */
export const PRIOR_CHANCES: Chances = { reaching: 0.75, missing: 0.05 };

/** Beta(3, 1) and Beta(1, 19): as many verdicts known beforehand. */
const REACHING_PRIOR = { accepted: 3, rejected: 1 };
const MISSING_PRIOR = { accepted: 1, rejected: 19 };
/** Halvings of an interval of length 1, down to the precision of a double. */
const HALVINGS = 52;

/** Probability that all steps from a start on are redone without an error. */
export function flawless(length: number, start: number, errorRate: number): number {
  return (1 - errorRate) ** (length - start);
}

/** Probability that a verdict comes out as it did, if the mistake is step `mistake`. A start reaches the steps from it on. */
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
export function logPrior({ missing, reaching }: Chances): number {
  return (
    REACHING_PRIOR.accepted * Math.log(reaching) +
    REACHING_PRIOR.rejected * Math.log1p(-reaching) +
    MISSING_PRIOR.accepted * Math.log(missing) +
    MISSING_PRIOR.rejected * Math.log1p(-missing)
  );
}

/**
 * The chances that maximise the mean of the log-likelihood over the beliefs, plus the log of the priors. A try that reaches back to the mistake is never the less likely
 * one to be accepted: else the two could change places, and with them before and behind.
 *
 * @param beliefs how likely each step of each case is the mistake, shape [n, l]
 */
export function likeliestChances(
  cases: readonly OutcomeCase[],
  beliefs: readonly Float64Array[],
  errorRate: number,
): Chances {
  const reaching = {
    accepted: REACHING_PRIOR.accepted,
    rejections: [{ reach: REACHING_PRIOR.rejected, redone: 1 }],
  };
  const missing = { ...MISSING_PRIOR };
  for (const [at, { length, verdicts }] of cases.entries())
    for (const { isAccepted, start } of verdicts) {
      const reach = beliefs[at]?.subarray(start, length).reduce((sum, share) => sum + share, 0) ?? 0;
      if (isAccepted) reaching.accepted += reach;
      else reaching.rejections.push({ reach, redone: flawless(length, start, errorRate) });
      missing[isAccepted ? "accepted" : "rejected"] += Math.max(0, 1 - reach);
    }
  const ofReaching = (a: number): number =>
    reaching.rejections.reduce(
      (sum, { reach, redone }) => sum - (reach * redone) / (1 - a * redone),
      reaching.accepted / a,
    );
  const ofMissing = (c: number): number => missing.accepted / c - missing.rejected / (1 - c);
  const free = { reaching: peakOf(ofReaching), missing: peakOf(ofMissing) };
  if (free.missing <= free.reaching) return free;
  const both = peakOf((chance) => ofReaching(chance) + ofMissing(chance));
  return { reaching: both, missing: both };
}

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
