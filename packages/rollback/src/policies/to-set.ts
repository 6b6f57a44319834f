import type { Policy, PolicyContext, PolicyDecision } from "./policy.ts";
import { restartBecause } from "./restart.ts";
import { afterRetries, promiseOf, promiseSentence } from "./start-promise.ts";

/**
 * First to the first step of the prediction set at the run's `alpha`, then a restart for each further attempt.
 *
 * The first start is promised: P(start <= first mistake) >= 1 - alpha. Nothing is promised once a retry has failed. Where
 * nothing is bounded, the first rollback is a restart, too.
 *
 * @see arXiv:2605.06788, section 4.2: rollback to the first step of the set
 */
export function toSet(): Policy {
  return { name: "to-set", decide };
}

function decide(context: PolicyContext): PolicyDecision {
  if (context.tries.length > 1) return restartBecause(afterRetries(context));
  const bound = context.startAt(context.alpha);
  if (bound === undefined) return restartBecause("No calibration bounds where the mistake lies.");
  const promise = promiseOf(bound, context.alpha);
  const promised = promise === undefined ? "No level is promised." : promiseSentence(promise, 2);
  return {
    kind: "roll-back",
    start: bound.start,
    ...(promise === undefined ? {} : { promise }),
    reason: `The prediction set starts at step ${bound.start + 1}. ${promised}`,
  };
}
