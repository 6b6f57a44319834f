import { isAudited } from "@langgraph-rollback/attribution/conformal";
import { scoredRun, type Attribution, type Calibration } from "@langgraph-rollback/attribution";
import type { ConformalStart, FailedTry, PolicyContext, Rates } from "../policies/policy.ts";
import type { Learnt } from "../setup/learning.ts";
import type { ResolvedPolicy } from "../setup/policy-options.ts";
import { inGroup, type ResolvedScorer } from "../setup/resolve-scorer.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { totalTokens, type ModelTokens } from "../steps/token-count.ts";
import type { Budget } from "../setup/budget.ts";
import type { Failure } from "./failure.ts";
import { conformalStart } from "./conformal-start.ts";
import { exponentOf, isMadeWith, positionsOf, ratesOf } from "./calibration-facts.ts";
import { missingPrices, moneyFor } from "./stop-run.ts";

/** @internal All that a policy may look at when it decides on a failure whose steps were scored. */
export function policyContextOf(
  source: Pick<Learnt, "alpha" | "own"> & ResolvedScorer & Pick<ResolvedPolicy, "budget" | "history">,
  failure: Failure,
  attribution: Attribution,
): PolicyContext {
  const { used, max } = failure.budget;
  const calibration = calibrationOf(source, attribution);
  const positions = positionsOf(calibration);
  const learnt = outcomesOf(source, attribution);
  return {
    tries: triesOf(failure, attribution),
    rollbacksLeft: max - used,
    alpha: source.alpha,
    startAt: (alpha) => startAt(source, failure, attribution, alpha),
    rates: learnt === undefined ? ratesOf(source.calibration, source.history) : learnt.rates,
    exponent: calibration === undefined && learnt !== undefined ? 1 : exponentOf(calibration),
    ...(learnt?.isUncapped === true ? { latest: latestStart(learnt.latest, failure) } : {}),
    ...(positions === undefined ? {} : { positions }),
    costs: costsOf(failure.trajectory, source.budget),
  };
}

/** What was learnt from outcomes about an attribution's scores, and about retries; `undefined` where its scorer was not. */
function outcomesOf(
  { own, scorer }: Pick<Learnt, "own" | "scorer">,
  { scorerFingerprint }: Attribution,
): { readonly rates: Rates; readonly isUncapped: boolean; readonly latest: number } | undefined {
  const { cap, latest = 0, model } = own?.state.version ?? {};
  if (own?.isUsed !== true || model === undefined || scorer.fingerprint !== scorerFingerprint)
    return undefined;
  const { errorRate, reaching, stuck } = model.learntFrom;
  return {
    rates: { errorRate, repeatRate: 1 - (1 - stuck) * reaching },
    isUncapped: cap === "lifted",
    latest,
  };
}

/** Share of runs whose first rollback may go later than any that has recovered a run: else none ever would. */
const TESTED = 0.25;
/** Its reach, in times of the latest start that has recovered a run. */
const TESTED_REACH = 1.5;
/** And steps at the least: many agents can only be rewound to each second step, before their model is called. */
const TESTED_STEPS = 2;

/** The latest start that is worth a try, by the latest share of a run that outcomes have shown to recover runs. Which runs test a later one depends on their ids alone. */
function latestStart(share: number, { number, recovery, trajectory }: Failure): number {
  const { length } = trajectory.steps;
  // A share of a run is a quotient, which may lie next to its whole number.
  const latest = Math.floor(share * length + 1e-9);
  const isTest = number === 1 && isAudited({ probability: TESTED, seed: 1 }, recovery.seed);
  return isTest ? Math.max(latest + TESTED_STEPS, Math.floor(latest * TESTED_REACH)) : latest;
}

/** The failed attempts, oldest first. Attempts without stored scores are left out. */
function triesOf({ earlier, outcome }: Failure, attribution: Attribution): readonly FailedTry[] {
  return [...earlier, { outcome, attribution }].flatMap((tried, i) => {
    if (tried.attribution === undefined) return [];
    const reason = tried.outcome?.reason;
    const start = earlier[i - 1]?.rewind?.step ?? 0;
    return [{ scores: tried.attribution.scores, start, ...(reason === undefined ? {} : { reason }) }];
  });
}

/** @internal The calibration that an attribution was made with; `undefined` if there was none, or it is no longer held. */
export function calibrationOf(source: ResolvedScorer, attribution: Attribution): Calibration | undefined {
  const { scorerFingerprint } = attribution;
  const own = [source, source.fallback].find((each) => each?.scorer.fingerprint === scorerFingerprint);
  const calibration = own?.calibration;
  return calibration !== undefined && isMadeWith(calibration, attribution) ? calibration : undefined;
}

/** Start of the set of the run's first failure; `undefined` where nothing is bounded, or that failure is not known. */
function startAt(
  source: ResolvedScorer,
  { earlier, firstId, number, outcome, trajectory }: Failure,
  attribution: Attribution,
  alpha: number,
): ConformalStart | undefined {
  const tried = number === 1 ? { attribution, outcome } : earlier.find(({ attempt }) => attempt === 1);
  const first = tried?.attribution;
  if (first === undefined) return undefined;
  const calibration = calibrationOf(source, first);
  if (calibration === undefined) return undefined;
  // Attempts of one run are of one group.
  const run = scoredRun({ ...inGroup(source, trajectory), id: firstId }, first.scores);
  const start = conformalStart(calibration, alpha, run);
  // A start is promised no more than the set: that of an attempt that was stopped early is approximate.
  const isApproximate = tried?.outcome?.early !== undefined && first.set.guarantee === "approximate";
  return start?.guarantee === "exact" && isApproximate ? { ...start, guarantee: "approximate" } : start;
}

/** A token from a cache, where no prices are given, in tokens that are read anew. Providers ask a tenth to a half for one. */
const CACHED_TOKEN = 0.25;

/** Money, where each step reports tokens and all have a price; tokens, where each step reports some; else each step costs the same. */
function costsOf({ steps }: RecordedTrajectory, budget: Budget): readonly number[] {
  const tokens = steps.map(({ tokens: counted }) => counted?.byModel ?? []);
  const isPriced = budget.money !== undefined && missingPrices(budget, tokens.flat()) === undefined;
  const costs = tokens.map((own) => (isPriced ? moneyFor(own, budget.money) : weighed(own)));
  return costs.every((cost) => cost > 0) ? costs : steps.map(() => 1);
}

function weighed(tokens: readonly ModelTokens[]): number {
  const { input, output, cacheRead = 0 } = totalTokens(tokens);
  return input - cacheRead * (1 - CACHED_TOKEN) + output;
}
