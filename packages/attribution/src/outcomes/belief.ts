import { type Chances, chanceOfVerdict, flawless } from "./chances.ts";
import type { OutcomeCase } from "./outcome-case.ts";

/**
 * Logarithm of the probability of all verdicts of an attempt, by the step that is the mistake; -Infinity outside of the interval that is known.
 *
 * @returns shape [l]
 */
export function logLikelihoods(
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
 * @param logs   of {@link logLikelihoods}, shape [l]
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
