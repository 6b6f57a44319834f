import { currentBelief } from "./current-belief.ts";
import { planStart } from "./plan-start.ts";
import type { Policy, PolicyContext, PolicyDecision, Rates } from "./policy.ts";
import { retryFailure, withHiddenMistake } from "./with-hidden-mistake.ts";
import { afterRetries, promiseOf, promiseSentence } from "./start-promise.ts";

/** How `leastCost` weighs a failure against steps. */
export interface LeastCostOptions {
  /**
   * Price of a run that fails in the end, in executions of the whole run; default 5. A higher price goes further back and
   * gives up later.
   */
  readonly failurePrice?: number;
}

const DEFAULT_FAILURE_PRICE = 5;

/** Further attempts change the next start hardly at all. */
const MOST_AHEAD = 6;

const GIVEN_UP =
  "A failure is expected to cost no more than any further attempt, even if the agent erred half as often as estimated.";

/**
 * Goes where the run is expected to cost least in the end: steps to execute again, and the price of a failure.
 *
 * The scores, raised to the calibration's exponent, are the belief about the first mistake. The agent's rates tell how
 * likely a retry fails all the same. Over the rollbacks that are left the plan of least expected cost is found, and its first
 * start is taken. After a failed retry the belief is revised and the plan is made anew. One run in twenty is assumed to hold a
 * mistake that its scores do not show; each failed retry makes that likelier for the steps that it kept. It gives up where a failure costs no
 * more than any further attempt, even at half the rates: those are estimates.
 *
 * The first start is never later than the conformal start at the run's `alpha`. So P(start <= first mistake of attempt 1) >=
 * 1 - alpha, whatever the price, the rates, the exponent and the number of rollbacks. Later starts are free, and nothing is
 * promised of them. Where nothing is bounded, the first rollback is a restart, unless the scorer was learnt from outcomes: then no start is too late from which runs have been recovered. With exponent 0 the belief is where labelled mistakes stood; without
 * a calibration, every rollback is a restart.
 *
 * @throws {RangeError} if `failurePrice` is not finite and > 0
 */
export function leastCost({ failurePrice = DEFAULT_FAILURE_PRICE }: LeastCostOptions = {}): Policy {
  if (!(failurePrice > 0 && failurePrice < Infinity)) {
    throw new RangeError(`Expected \`failurePrice\` to be finite and > 0, got ${failurePrice}.`);
  }
  const name = "least-cost";
  return { name, fingerprint: `${name}:${failurePrice}`, decide: (context) => decide(context, failurePrice) };
}

function decide(context: PolicyContext, failurePrice: number): PolicyDecision {
  const mistake = currentBelief(context);
  const belief = withHiddenMistake(mistake, context);
  const start =
    plannedStart(belief, context, context.rates, failurePrice) ??
    plannedStart(belief, context, halved(context.rates), failurePrice);
  if (start === undefined) return { kind: "give-up", reason: GIVEN_UP };
  return { ...startingAt(start, context), reason: reasonFor(start, mistake, context) };
}

function plannedStart(
  belief: readonly number[],
  context: PolicyContext,
  rates: Rates,
  failurePrice: number,
): number | undefined {
  const costs = sumsFrom(context.costs);
  return planStart({
    before: belief.map(sumBefore()),
    costs,
    failing: failingFrom(belief.length, rates),
    price: failurePrice * (costs[0] ?? 0),
    attempts: Math.min(context.rollbacksLeft, MOST_AHEAD),
    latest: Math.min(latestStart(context), belief.length - 1),
  })?.start;
}

/** Rates are estimates. To give up for rates that are twice too high would cost far more than an attempt in vain. */
function halved({ errorRate, repeatRate }: Rates): Rates {
  return { errorRate: errorRate / 2, repeatRate: repeatRate / 2 };
}

function startingAt(start: number, { tries, startAt, alpha }: PolicyContext) {
  const promise = tries.length === 1 ? promiseOf(startAt(alpha), alpha) : undefined;
  return { kind: "roll-back", start, ...(promise === undefined ? {} : { promise }) } as const;
}

/** The first start is bounded by the unscaled scores. Scores that say nothing leave only the restart. */
function latestStart(context: PolicyContext): number {
  const { alpha, latest, startAt, tries } = context;
  if (knowsNothing(context)) return 0;
  if (latest !== undefined) return latest;
  if (tries.length > 1) return Infinity;
  return startAt(alpha)?.start ?? 0;
}

/** Scores that say nothing, and no labels that tell where mistakes stand. */
const knowsNothing = ({ exponent, positions }: PolicyContext): boolean =>
  exponent === 0 && positions === undefined;

/** f: the probability that an attempt from each step fails although it reaches back to the mistake. */
function failingFrom(length: number, rates: Rates): readonly number[] {
  return Array.from({ length }, (_, start) => retryFailure(length - start, rates));
}

function sumsFrom(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values
    .toReversed()
    .map((value) => (sum += value))
    .toReversed();
}

function sumBefore(): (value: number) => number {
  let sum = 0;
  return (value) => {
    const before = Math.min(1, sum);
    sum += value;
    return before;
  };
}

function reasonFor(start: number, belief: readonly number[], context: PolicyContext): string {
  const reach = belief.slice(start).reduce((sum, share) => sum + share, 0);
  const where =
    start === 0
      ? "A restart has the least expected cost."
      : `A start at step ${start + 1} has the least expected cost: it is believed to ${reached(context)} with probability ${reach.toFixed(2)}${source(context)}.`;
  return `${where}${limitOf(start, context)} ${promisedBy(context)}`;
}

/** The step that labels name, in words: a start that is early enough reaches back to it. */
const reached = ({ alpha, startAt }: PolicyContext): string =>
  startAt(alpha)?.convention === undefined
    ? "reach the mistake"
    : "lie at or before the last start from which a replay recovers";

/** The origin of the belief, if it is not the scores. */
const source = ({ exponent }: PolicyContext): string =>
  exponent === 0 ? ", by where labelled mistakes stood, since the scores do not tell" : "";

/** Why the start does not lie later, in words. */
function limitOf(start: number, context: PolicyContext): string {
  const { tries, startAt, alpha } = context;
  if (knowsNothing(context))
    return " Nothing is known of how well the scores point at mistakes, so only a restart is considered.";
  if (tries.length > 1) return "";
  if (context.latest !== undefined)
    return ` No set caps the start: the scores were learnt from outcomes, without labels.${start === context.latest ? " Of later starts outcomes tell nothing." : ""}`;
  const bound = startAt(alpha);
  if (bound === undefined) {
    return " No calibration bounds where the mistake lies, so only a restart is considered.";
  }
  return start === bound.start && start > 0 ? " The calibration allows no later start." : "";
}

function promisedBy(context: PolicyContext): string {
  if (context.tries.length > 1) return afterRetries(context);
  const promise = promiseOf(context.startAt(context.alpha), context.alpha);
  return promise === undefined ? "No level is promised." : promiseSentence(promise, 2);
}
