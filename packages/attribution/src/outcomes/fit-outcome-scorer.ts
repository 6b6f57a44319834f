import type { AgentHistory } from "../beliefs/agent-history.ts";
import { featureCache } from "../scorers/feature-cache.ts";
import type { FitLogitOptions } from "../scorers/fit-logit-scorer.ts";
import { logitScorer } from "../scorers/logit-scorer.ts";
import type { FittedScorer } from "../scorers/step-scorer.ts";
import { evidenceRows } from "./evidence-rows.ts";
import type { FailureEvidence } from "./failure-evidence.ts";
import { fitInTurn } from "./fit-in-turn.ts";

/** How to fit to outcomes. */
export interface FitOutcomeOptions extends FitLogitOptions {
  /** Earlier runs of the agent, as `withRollback` takes them: they tell how often a redone step errs. Default: none are known. */
  readonly history?: AgentHistory;
}

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
  const { features = featureCache() } = options;
  const fitting = fitInTurn(
    evidence.map((each) => evidenceRows(each, features)),
    options,
  );
  for (;;) {
    const { done, value } = fitting.next();
    if (done === true) return logitScorer(value, options.features);
  }
}
