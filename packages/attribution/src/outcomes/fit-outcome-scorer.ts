import type { AgentHistory } from "../beliefs/agent-history.ts";
import { estimateRates } from "../beliefs/estimate-rates.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { FEATURE_NAMES, FEATURE_SELECTIONS, FEATURE_SET } from "../features/feature-set.ts";
import { meanWeights } from "../logit/mean-weights.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import { weighFits } from "../logit/weigh-candidates.ts";
import { featureCache } from "../scorers/feature-cache.ts";
import type { FitLogitOptions } from "../scorers/fit-logit-scorer.ts";
import { logitScorer } from "../scorers/logit-scorer.ts";
import type { LearntFrom } from "../scorers/scorer-model.ts";
import type { FittedScorer } from "../scorers/step-scorer.ts";
import { largest } from "../trajectory/index.ts";
import type { Chances } from "./chances.ts";
import type { FailureEvidence } from "./failure-evidence.ts";
import { fitByOutcomes, type OutcomeFit } from "./fit-by-outcomes.ts";
import { checkEvidence, outcomeCase, saysAnything } from "./outcome-case.ts";

/** How to fit to outcomes. */
export interface FitOutcomeOptions extends FitLogitOptions {
  /** Earlier runs of the agent, as `withRollback` takes them: they tell how often a redone step errs. Default: none are known. */
  readonly history?: AgentHistory;
}

const NO_HISTORY: AgentHistory = { firstAttempts: [], redos: [] };

/**
 * Learns a scorer from retries and replays of failed attempts, with or without labels of people: where tries from a step on are accepted, the first mistake lies
 * there or behind it. The features, penalties and averaging are those of `fitLogitScorer`, and labels alone give its weights.
 *
 * With b the scorer's shares of l steps, e the error rate, and a and c the chances that a try is accepted which reaches back to the mistake or does not:
 * P(accepted | start s) = sum over steps j of b_j (j >= s ? a (1 - e)^(l - s) : c). Weights, a and c are fitted together by expectation maximisation, under the priors
 * a ~ Beta(3, 1) and c ~ Beta(1, 19). A round that gains less than 1e-3 of log-likelihood is the last. The same evidence and seed give the same model, to the bit.
 *
 * The starts of retries may come from a policy that looked at the run: what is fitted is the verdict, given the start. Only a threshold must not be
 * calibrated on such outcomes. Calibrate the scorer on labels of failures that are not in `evidence`.
 *
 * @param evidence one entry for each failed attempt; entries that say nothing are left out
 * @returns a scorer whose model counts what it was fitted to (`learntFrom`)
 * @throws {NotEnoughLabelsError} if no entry says anything
 * @throws {RangeError} on a start or a mistake that is no step of its attempt
 *
 * @example
 * const scorer = fitOutcomeScorer([
 *   { trajectory, tried: [{ start: 4, status: "rejected", kind: "retry" }, { start: 2, status: "accepted", kind: "replay" }] },
 *   { trajectory: other, tried: [], mistake: { start: 3, end: 3 } },
 * ]);
 */
export function fitOutcomeScorer(
  evidence: readonly FailureEvidence[],
  options: FitOutcomeOptions = {},
): FittedScorer {
  for (const each of evidence) checkEvidence(each);
  const known = evidence.filter(saysAnything);
  if (known.length === 0) throw new NotEnoughLabelsError("Fitting the outcome scorer", 1, 0);
  const { features = featureCache(), history = NO_HISTORY, seed = 0 } = options;
  const { errorRate } = estimateRates(history);
  const raw = known.map(({ trajectory }) => features.rowsOf(trajectory));
  const scaling = fitScaling(raw.flat());
  const origin = standardise(
    FEATURE_NAMES.map(() => 0),
    scaling,
  );
  const cases = known.map((each, at) =>
    outcomeCase(
      each,
      (raw[at] ?? []).map((row) => standardise(row, scaling)),
      origin,
    ),
  );
  const candidates = weighFits<OutcomeFit>(cases.length, FEATURE_SELECTIONS, seed, (width, l2, start) =>
    fitByOutcomes(cases, { width, l2, errorRate, start }),
  );
  const width = largest(candidates.map((candidate) => candidate.width));
  const model = {
    kind: "logit",
    featureSet: FEATURE_SET,
    features: FEATURE_NAMES.slice(0, width),
    means: scaling.means.slice(0, width),
    deviations: scaling.deviations.slice(0, width),
    weights: meanWeights(candidates, width),
    l2: candidates[0]?.l2 ?? 1,
    learntFrom: { ...countsOf(known, evidence), ...meanChances(candidates), errorRate },
  } as const;
  return logitScorer(model, options.features);
}

/** Numbers of what is known, and of what was left out of all that was given. */
function countsOf(
  known: readonly FailureEvidence[],
  given: readonly FailureEvidence[],
): Omit<LearntFrom, keyof Chances | "errorRate"> {
  const judged = known.flatMap(({ tried }) => tried.filter(({ status }) => status !== "inconclusive"));
  const mistakes = known.flatMap(({ mistake, trajectory: { steps } }) =>
    mistake === undefined ? [] : [{ ...mistake, length: steps.length }],
  );
  return {
    failures: known.length,
    labels: mistakes.filter(({ end, start }) => start === end).length,
    intervals: mistakes.filter(({ end, length, start }) => start < end && end - start + 1 < length).length,
    retries: judged.filter(({ kind }) => kind === "retry").length,
    replays: judged.filter(({ kind }) => kind === "replay").length,
    inconclusive: given.flatMap(({ tried }) => tried.filter(({ status }) => status === "inconclusive"))
      .length,
  };
}

/** The chances of the candidates, by their shares. */
function meanChances(
  candidates: readonly { readonly share: number; readonly fitted: OutcomeFit }[],
): Chances {
  const mean = (chanceOf: (chances: Chances) => number): number =>
    candidates.reduce((sum, { fitted, share }) => sum + share * chanceOf(fitted.chances), 0);
  return { reaching: mean(({ reaching }) => reaching), missing: mean(({ missing }) => missing) };
}
