import type { AgentHistory } from "../beliefs/agent-history.ts";
import { estimateRates } from "../beliefs/estimate-rates.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { featureChoice, FEATURE_SET } from "../features/feature-set.ts";
import { meanWeights } from "../logit/mean-weights.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import { weighInTurn } from "../logit/weigh-candidates.ts";
import type { LearntFrom, LogitModel } from "../scorers/scorer-model.ts";
import { largest } from "../trajectory/index.ts";
import type { Chances } from "./chances.ts";
import { type EvidenceRows, namedRows } from "./evidence-rows.ts";
import { fitByOutcomes, type OutcomeFit } from "./fit-by-outcomes.ts";
import { checkEvidence, outcomeCase, saysAnything } from "./outcome-case.ts";

/** A model that was fitted to outcomes. */
export interface OutcomeModel extends LogitModel {
  readonly learntFrom: LearntFrom;
}

const NO_HISTORY: AgentHistory = { firstAttempts: [], redos: [] };

/**
 * Fits a model to outcomes, as `fitOutcomeScorer` does; pauses after each of its fits.
 *
 * @throws {NotEnoughLabelsError} if no entry says anything
 * @throws {RangeError} on a start or a mistake that is no step of its attempt
 */
export function* fitInTurn(
  evidence: readonly EvidenceRows[],
  { history = NO_HISTORY, seed = 0 }: { readonly history?: AgentHistory; readonly seed?: number },
): Generator<undefined, OutcomeModel, undefined> {
  for (const each of evidence) checkEvidence(each);
  const known = evidence.filter(saysAnything);
  if (known.length === 0) throw new NotEnoughLabelsError("Fitting the outcome scorer", 1, 0);
  const { errorRate } = estimateRates(history);
  const { names, widths } = featureChoice(known.some(({ surprises }) => surprises !== undefined));
  const raw = known.map((each) => namedRows(each, names));
  const scaling = fitScaling(raw.flat());
  const origin = standardise(
    names.map(() => 0),
    scaling,
  );
  const cases = known.map((each, at) =>
    outcomeCase(
      each,
      (raw[at] ?? []).map((row) => standardise(row, scaling)),
      origin,
    ),
  );
  const candidates = yield* weighInTurn<OutcomeFit>(cases.length, widths, seed, (width, l2, start) =>
    fitByOutcomes(cases, { width, l2, errorRate, start }),
  );
  const width = largest(candidates.map((candidate) => candidate.width));
  return {
    kind: "logit",
    featureSet: FEATURE_SET,
    features: names.slice(0, width),
    means: scaling.means.slice(0, width),
    deviations: scaling.deviations.slice(0, width),
    weights: meanWeights(candidates, width),
    l2: candidates[0]?.l2 ?? 1,
    learntFrom: { ...countsOf(known, evidence), ...meanChances(candidates), errorRate },
  };
}

/** Numbers of what is known, and of what was left out of all that was given. */
function countsOf(
  known: readonly EvidenceRows[],
  given: readonly EvidenceRows[],
): Omit<LearntFrom, keyof Chances | "errorRate"> {
  const judged = known.flatMap(({ tried }) => tried.filter(({ status }) => status !== "inconclusive"));
  const mistakes = known.flatMap(({ mistake, rows }) =>
    mistake === undefined ? [] : [{ ...mistake, length: rows.length }],
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
  return {
    reaching: mean(({ reaching }) => reaching),
    missing: mean(({ missing }) => missing),
    stuck: mean(({ stuck }) => stuck),
  };
}
