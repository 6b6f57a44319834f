import { type Choice, sharesOf } from "../logit/choice.ts";
import { dot } from "../logit/climb.ts";
import { curvatureAt, gradientAt, spreadOf, withRidge } from "../logit/derivatives.ts";
import { fitConditionalLogit } from "../logit/fit-conditional-logit.ts";
import { solvePositiveDefinite } from "../logit/solve-positive-definite.ts";
import type { Fitted, FittedPart } from "../logit/weigh-candidates.ts";
import { likelihoods, toBelief } from "./belief.ts";
import { type Chances, likeliestChances, logPrior, PRIOR_CHANCES } from "./chances.ts";
import type { OutcomeCase } from "./outcome-case.ts";

/** Gain of the penalised log-likelihood below which a round is the last. */
const LEAST_GAIN = 1e-3;
const MAX_ROUNDS = 500;
/** Newton's decrement for known steps, as where all are known. */
const TOLERANCE = 1e-3;

/** A fit to outcomes. */
export interface OutcomeFit extends Fitted {
  readonly chances: Chances;
  /** Log-likelihood of all labels, intervals and verdicts after each round, with penalty and priors: it never falls. */
  readonly heights: readonly number[];
}

/** What is fitted, and from where. */
export interface OutcomeProblem {
  readonly width: number;
  readonly l2: number;
  /** Probability that a redone step errs, in [0, 1). */
  readonly errorRate: number;
  /** Default: no weights, and the means of the priors. */
  readonly start?: Pick<OutcomeFit, "weights" | "chances"> | undefined;
}

/**
 * Fits the weights of a conditional logit and the chances of retries together, by expectation maximisation. Each round finds how likely each step of a case is
 * the mistake, and how likely the case is stuck; then the weights and the chances that fit this belief. Rounds end when one gains less than 1e-3. Where each mistake is known, the first finds the weights.
 *
 * Of unknown steps, a round takes one Newton step for the belief, which never loses likelihood; or one by the observed information, if that gains some. The latter takes account of what the
 * verdicts leave open, and so needs a tenth of the rounds.
 */
export function fitByOutcomes(cases: readonly OutcomeCase[], problem: OutcomeProblem): OutcomeFit {
  const { errorRate, l2, start, width } = problem;
  const isKnown = cases.every(({ first, last }) => first === last);
  const tolerance = isKnown ? TOLERANCE : Infinity;
  let weights = start?.weights ?? new Float64Array(width);
  let chances = start?.chances ?? PRIOR_CHANCES;
  const heights: number[] = [];
  const heightOf = (sum: number): number => sum - (l2 / 2) * dot(weights, weights) + logPrior(chances);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { beliefs, free, logLikelihood } = beliefsOf(cases, { weights, chances, errorRate });
    heights.push(heightOf(logLikelihood));
    const gain = (heights.at(-1) ?? 0) - (heights.at(-2) ?? -Infinity);
    if (gain < LEAST_GAIN) break;
    if (isKnown && round > 0) {
      chances = likeliestChances(cases, free, errorRate);
      continue;
    }
    const choices = cases.map((each, at) => believed(each, beliefs[at]));
    const leap = isKnown ? undefined : leapFrom(cases, choices, { weights, chances, errorRate }, l2);
    const isHigher = leap !== undefined && leap.height > logLikelihood - (l2 / 2) * dot(weights, weights);
    weights = isHigher
      ? leap.weights
      : fitConditionalLogit(choices, width, l2, { start: weights, tolerance });
    chances = likeliestChances(cases, isHigher ? leap.free : free, errorRate);
  }
  return {
    weights,
    chances,
    heights,
    part: (indices) => partOf(cases, indices, { weights, chances, errorRate }),
  };
}

interface Model {
  readonly weights: Float64Array;
  readonly chances: Chances;
  readonly errorRate: number;
}

/** The belief about each case, its part that is not stuck, shape [n, l] each, and the log-likelihood of all that is known. */
function beliefsOf(cases: readonly OutcomeCase[], { chances, errorRate, weights }: Model) {
  let logLikelihood = 0;
  const free: Float64Array[] = [];
  const beliefs = cases.map((each) => {
    const belief = new Float64Array(each.length);
    sharesOf(each.choice, weights, belief);
    const given = likelihoods(each, chances, errorRate);
    logLikelihood += toBelief(belief, given.logs);
    free.push(given.free.map((share, step) => share * (belief[step] ?? 0)));
    return belief;
  });
  return { beliefs, free, logLikelihood };
}

function believed({ choice, first, last }: OutcomeCase, belief: Float64Array | undefined): Choice {
  return first === last || belief === undefined ? choice : { ...choice, chosen: belief };
}

/** A step of Newton's on the log-likelihood of all that is known; `undefined` where that is not concave. */
function leapFrom(cases: readonly OutcomeCase[], choices: readonly Choice[], model: Model, l2: number) {
  const { weights } = model;
  const gradient = gradientAt(choices, weights, l2);
  const step = solvePositiveDefinite(withRidge(observedAt(choices, weights).curvature, l2), gradient);
  if (!step.every(Number.isFinite)) return undefined;
  const moved = weights.map((weight, at) => weight + (step[at] ?? 0));
  const { free, logLikelihood } = beliefsOf(cases, { ...model, weights: moved });
  return { weights: moved, free, height: logLikelihood - (l2 / 2) * dot(moved, moved) };
}

/**
 * The observed information about the weights, and a bound of it that is positive semidefinite. The spread of a belief is the information that its verdicts lack.
 *
 * @param choices with the belief about each, at the weights
 * @see Louis, Finding the observed information matrix when using the EM algorithm (1982)
 */
function observedAt(
  choices: readonly Choice[],
  weights: Float64Array,
): Pick<FittedPart, "bound" | "curvature"> {
  const bound = curvatureAt(choices, weights);
  const unknown = choices.filter(({ chosen }) => typeof chosen !== "number");
  const missing = spreadOf(unknown, weights.length, ({ chosen }, shares) => {
    if (typeof chosen !== "number") shares.set(chosen);
  });
  return { bound, curvature: bound.map((value, at) => value - (missing[at] ?? 0)) };
}

/** The log-likelihood of some cases near the weights. */
function partOf(all: readonly OutcomeCase[], indices: readonly number[], model: Model): FittedPart {
  const { weights } = model;
  const cases = indices.flatMap((index) => all[index] ?? []);
  const { beliefs } = beliefsOf(cases, model);
  const choices = cases.map((each, at) => believed(each, beliefs[at]));
  return {
    ...observedAt(choices, weights),
    gradient: gradientAt(choices, weights, 0),
    logLikelihoodAt: (moved) => beliefsOf(cases, { ...model, weights: moved }).logLikelihood,
  };
}
