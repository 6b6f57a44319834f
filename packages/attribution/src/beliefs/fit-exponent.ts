import type { LabelledScores } from "../conformal/labelled-scores.ts";

import { highestOf, logShares } from "./step-shares.ts";

/** More would make a belief of scores a near certainty. */
const MOST = 2;

/** Halvings of [0, 2]: more than a double can tell apart. */
const HALVINGS = 60;

/** A labelled failure: logarithms of its floored shares, shape [l], and the logarithm of its decisive step's share. */
interface Example {
  readonly logs: readonly number[];
  readonly atLabel: number;
}

/** Scores that say nothing gain more log-likelihood by chance in one calibration of twenty. */
const LEAST_GAIN = 1.353;

/**
 * The power that makes step scores fit as a belief about the decisive step: the T in [0, 2] at which the labels are likeliest under
 * `stepShares(scores, T)`.
 *
 * 0 means that the labels do not show that the scores say anything: T raises the logarithm of the likelihood by less than
 * 1.353, half the 90 % quantile of chi-square with one degree of freedom. Below 1 the scores are surer than the labels
 * allow, above 1 less sure. The logarithm of the likelihood is concave in T, so that there is one best T.
 *
 * @param failures labelled failures that the scorer was not fitted on, in any order
 * @returns T in [0, 2]. 0 for few failures, and for scores that are all flat
 * @throws {RangeError} if a decisive step is outside its trajectory, or a score is NaN, infinite or negative
 */
export function fitExponent(failures: readonly LabelledScores[]): number {
  const examples = failures.map(({ stepScores, decisiveStep }): Example => {
    const logs = logShares(stepScores);
    const atLabel = logs[decisiveStep];
    if (atLabel === undefined) {
      throw new RangeError(
        `Expected \`decisiveStep\` in 0..${logs.length - 1}, got ${decisiveStep} of ${logs.length} steps.`,
      );
    }
    return { logs, atLabel };
  });
  const best = likeliest(examples);
  return gain(examples, best) < LEAST_GAIN ? 0 : best;
}

function likeliest(examples: readonly Example[]): number {
  const slope = (exponent: number): number =>
    examples.reduce((sum, { logs, atLabel }) => sum + atLabel - powersOf(logs, exponent).mean, 0);
  if (slope(0) <= 0) return 0;
  if (slope(MOST) >= 0) return MOST;
  let [low, high] = [0, MOST];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

/** By how much an exponent raises the logarithm of the likelihood over that of 0. */
function gain(examples: readonly Example[], exponent: number): number {
  return examples.reduce((sum, { logs, atLabel }) => {
    const { logTotal } = powersOf(logs, exponent);
    return sum + exponent * atLabel - logTotal + Math.log(logs.length);
  }, 0);
}

/** Of the powers of shares: the logarithm of their sum, and the mean of the shares' logarithms weighed by them. */
function powersOf(logs: readonly number[], exponent: number): { logTotal: number; mean: number } {
  const highest = highestOf(logs);
  let [total, weighed] = [0, 0];
  for (const log of logs) {
    const power = Math.exp(exponent * (log - highest));
    total += power;
    weighed += power * log;
  }
  return { logTotal: Math.log(total) + exponent * highest, mean: weighed / total };
}
