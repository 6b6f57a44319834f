import type { Attribution } from "@langgraph-rollback/attribution";

import type { Clock } from "../langgraph/clock.ts";
import { reachOf } from "../policies/current-belief.ts";
import type { ResolvedPolicy } from "../setup/policy-options.ts";
import type { Learnt } from "../setup/learning.ts";
import { askedStart } from "./asked-start.ts";
import { askPolicy, type RollBackDecision } from "./ask-policy.ts";
import type { Failure } from "./failure.ts";
import { onlyRestarts } from "./only-restarts.ts";
import { calibrationOf, policyContextOf } from "./policy-context.ts";
import { runSpent } from "./run-spent.ts";
import { sameFailureStop } from "./same-failure.ts";
import { triedInstead } from "./try-drawn-step.ts";
import { spentStop, type Stop } from "./stop-run.ts";

/** @internal The step to go back to, and how likely it is that this reaches the mistake. */
export interface DecidedStart extends RollBackDecision {
  /** By the step that is gone back to, which may lie before `start`. */
  readonly reachFrom: (step: number) => number;
}

/** @internal Decision about a failed attempt. `handedOver`: why it would be given up, if a person were not to be asked. */
export type FailureDecision =
  | (DecidedStart & { readonly handedOver?: Stop })
  | (Stop & { readonly kind: "give-up" });

/** @internal The options that driver and middleware have in common here. */
export type DecidingOptions = Learnt & ResolvedPolicy & { readonly clock: Clock };

/**
 * @internal Whether a run is given up before the failed attempt's steps are scored: it has spent its budget, and scoring may spend more.
 */
export function stopBeforeScoring(
  options: Pick<DecidingOptions, "budget" | "clock">,
  failure: Failure,
): Stop | undefined {
  const stop = spent(options, failure);
  // Who is asked is shown where it went wrong.
  return stop !== undefined && failure.recovery.mustHandOver(false) ? undefined : stop;
}

const spent = (
  { budget, clock }: Pick<DecidingOptions, "budget" | "clock">,
  { earlier, spent: own }: Failure,
): Stop | undefined => spentStop(budget, runSpent(earlier, own), clock);

/** @internal Decides about a failed attempt whose steps were scored. */
export function decideFailure(
  options: DecidingOptions,
  failure: Failure,
  attribution: Attribution,
): FailureDecision {
  // Scoring has taken time.
  const stop = stopOf(options, failure) ?? spent(options, failure);
  if (stop !== undefined) return endOrHandOver(options, failure, attribution, stop);
  const context = policyContextOf(options, failure, attribution);
  const drawn = triedInstead(options, failure, askPolicy(options.policy, context));
  const decided = askedStart(failure, drawn);
  if (decided.kind === "roll-back") {
    const isRestart = failure.number === 1 && decided.start === 0;
    const calibration = calibrationOf(options, attribution);
    const warned = isRestart ? onlyRestarts(options, calibration, failure.budget.max) : {};
    const decision = { ...decided.decision, ...warned };
    return { ...decided, decision, reachFrom: (step) => reachOf(context, step) };
  }
  const words = `; the policy "${options.policy.name}" gives up: ${decided.reason}`;
  return endOrHandOver(options, failure, attribution, { stopped: { by: "policy" }, words });
}

/** The end of a run that nothing recovered; a further rollback that a person has to approve, where too many runs ended silently before. */
function endOrHandOver(
  options: DecidingOptions,
  failure: Failure,
  attribution: Attribution,
  stop: Stop,
): FailureDecision {
  if (!failure.recovery.mustHandOver(false)) return { kind: "give-up", ...stop };
  const { budget } = failure;
  const context = policyContextOf(
    options,
    { ...failure, budget: { ...budget, max: budget.used + 1 } },
    attribution,
  );
  const decided = askPolicy(options.policy, context);
  const reachFrom = (step: number): number => reachOf(context, step);
  if (decided.kind === "roll-back") return { ...decided, reachFrom, handedOver: stop };
  const { name: policy } = options.policy;
  return {
    kind: "roll-back",
    start: 0,
    decision: { policy, reason: decided.reason },
    reachFrom,
    handedOver: stop,
  };
}

/** Why no attempt may follow, whatever the policy says and whatever is left of the budget. */
function stopOf(options: ResolvedPolicy, failure: Failure): Stop | undefined {
  const { used, max } = failure.budget;
  if (used >= max)
    return { stopped: { by: "rollbacks", limit: max, used }, words: " and no rollback is left." };
  const { earlier, failedAt, outcome, recovery } = failure;
  if (recovery.cut !== undefined && used >= recovery.cut)
    return {
      stopped: { by: "recovery", limit: recovery.cut, used },
      words: `, and runs are cut short at ${recovery.cut} rollback${recovery.cut === 1 ? "" : "s"}.`,
    };
  return options.stopOnSameFailure ? sameFailureStop(earlier, failedAt, outcome) : undefined;
}
