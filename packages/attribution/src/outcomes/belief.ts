import { type Chances, chanceOfVerdict, flawless } from "./chances.ts";
import type { OutcomeCase } from "./outcome-case.ts";

/** What the verdicts of an attempt say of each of its steps, shape [l] each. */
export interface Likelihoods {
  /** Logarithm of the probability of all verdicts if the step is the mistake; -Infinity outside of the interval that is known. */
  readonly logs: Float64Array;
  /** Probability that the attempt is not stuck, given the verdicts and that the step is the mistake. */
  readonly free: Float64Array;
}

/** The likelihoods of an attempt. It may be stuck: then each of its retries is rejected, whatever the mistake. */
export function likelihoods(each: OutcomeCase, chances: Chances, errorRate: number): Likelihoods {
  const { length, verdicts } = each;
  const logs = logsOfFree(each, chances, errorRate);
  const free = new Float64Array(length).fill(1);
  if (verdicts.length === 0) return { logs, free };
  const isFree = verdicts.some(({ isAccepted }) => isAccepted);
  for (const [step, log] of logs.entries()) {
    const ofFree = log + Math.log1p(-chances.stuck);
    logs[step] = ofFree;
    if (isFree || log === -Infinity) continue;
    const both = chances.stuck + Math.exp(ofFree);
    logs[step] = Math.log(both);
    free[step] = Math.exp(ofFree) / both;
  }
  return { logs, free };
}

function logsOfFree(
  { first, last, length, verdicts }: OutcomeCase,
  chances: Chances,
  errorRate: number,
): Float64Array {
  const logs = new Float64Array(length).fill(-Infinity).fill(0, first, last + 1);
  for (const verdict of verdicts) {
    const redone = flawless(length, verdict.start, errorRate);
    for (let step = first; step <= last; step += 1)
      logs[step] = (logs[step] ?? 0) + Math.log(chanceOfVerdict(verdict, step, redone, chances));
  }
  return logs;
}

/**
 * How likely each step is the mistake, by a scorer's shares and by all verdicts: in proportion to their products.
 *
 * @param shares shape [>= l]; overwritten by the belief, which sums to 1 over the l steps
 * @param logs   of {@link likelihoods}, shape [l]
 * @returns the log of the probability of the verdicts
 */
export function toBelief(shares: Float64Array, logs: Float64Array): number {
  const highest = logs.reduce((most, log) => Math.max(most, log), -Infinity);
  let total = 0;
  for (const [step, log] of logs.entries()) {
    // A share that has underflowed is not impossible.
    const product = Math.max(shares[step] ?? 0, Number.MIN_VALUE) * Math.exp(log - highest);
    shares[step] = product;
    total += product;
  }
  for (let step = 0; step < logs.length; step += 1) shares[step] = (shares[step] ?? 0) / total;
  return Math.log(total) + highest;
}
