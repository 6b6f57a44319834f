import type { FailedTry, PolicyContext, Rates } from "./policy.ts";

/** Probability, before any retry, that a run holds a mistake which its scores do not show. Any step is as likely to hold it. */
const HIDDEN = 0.05;

/**
 * @internal Belief about the latest start that can help: at or before the first mistake, and at or before a mistake that scores do not show.
 *
 * Where steps decide together, as when agents vote, a run can fail again although its first mistake is made good: the steps that a retry keeps lean
 * towards a wrong result, and the scores do not tell. Each retry that fails makes this likelier, for the steps that it kept. So a plan does not
 * return to one step again and again.
 *
 * @param belief about the first mistake of the last failed attempt, shape [l], sum 1
 * @returns shape [l], sum 1; no step's sum up to it is lower than before
 */
export function withHiddenMistake(
  belief: readonly number[],
  { tries, rates }: Pick<PolicyContext, "tries" | "rates">,
): readonly number[] {
  const length = belief.length;
  /** How likely a retry fails without a hidden mistake. */
  const fails = ({ scores, start }: FailedTry): number => retryFailure(scores.length - start, rates);
  const retries = tries.slice(1);
  // Likelihood that all retries failed, with a hidden mistake at each step, and without one.
  const at = (step: number): number =>
    retries.reduce((product, retry) => product * (step < retry.start ? 1 : fails(retry)), 1);
  const none = (1 - HIDDEN) * at(Infinity);
  const weights = belief.map((_, step) => (HIDDEN / length) * at(step));
  const total = weights.reduce((sum, weight) => sum + weight, none);
  let [later, unhidden] = [1, 1];
  return belief.map((share, step) => {
    later -= share;
    const hidden = total > 0 ? (weights[step] ?? 0) / total : 0;
    const latest = share * unhidden + hidden * Math.max(0, later);
    unhidden -= hidden;
    return latest;
  });
}

/** @internal Probability that a retry of so many steps fails although it reaches back to the mistake: it repeats the mistake, or errs afresh. */
export const retryFailure = (steps: number, { errorRate, repeatRate }: Rates): number =>
  1 - (1 - repeatRate) * (1 - errorRate) ** steps;
