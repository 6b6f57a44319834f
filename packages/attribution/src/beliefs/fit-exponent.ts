import type { LabelledScores } from "@langgraph-rollback/conformal";

import { highestOf, logShares } from "./step-shares.ts";

/** More would make a belief of scores a near certainty. */
const MOST = 2;

/** Halvings of [0, 2]: more than a double can tell apart. */
const HALVINGS = 60;

/**
 * The power to which step scores are raised so that they fit as a belief about the decisive step: the T in [0, 2] at which
 * the labels are likeliest under `stepShares(scores, T)`.
 *
 * 0 means that the scores say nothing. Below 1 the scores are surer than the labels allow, above 1 less sure. The
 * logarithm of the likelihood is concave in T, so that there is one best T, and its derivative is halved towards.
 *
 * @param failures labelled failures that the scorer was not fitted on, in any order
 * @returns T in [0, 2]. 0 for no failures, and for scores that are all flat
 * @throws {RangeError} if a decisive step is outside its trajectory, or a score is NaN, infinite or negative
 */
export function fitExponent(failures: readonly LabelledScores[]): number {
  const examples = failures.map(({ stepScores, decisiveStep }) => {
    const logs = logShares(stepScores);
    const atLabel = logs[decisiveStep];
    if (atLabel === undefined) {
      throw new RangeError(
        `Expected \`decisiveStep\` in 0..${logs.length - 1}, got ${decisiveStep} of ${logs.length} steps.`,
      );
    }
    return { logs, atLabel };
  });
  const slope = (exponent: number): number =>
    examples.reduce((sum, { logs, atLabel }) => sum + atLabel - expected(logs, exponent), 0);

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

/** Mean of the logarithms under the belief that they give at an exponent. */
function expected(logs: readonly number[], exponent: number): number {
  const highest = highestOf(logs);
  let [total, weighed] = [0, 0];
  for (const log of logs) {
    const power = Math.exp(exponent * (log - highest));
    total += power;
    weighed += power * log;
  }
  return weighed / total;
}
