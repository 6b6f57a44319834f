import { type LogisticModel, ridgeLogistic } from "./ridge-logistic.ts";

/** Odds are clamped to [1 / ODDS_CAP, ODDS_CAP]: beyond that the data cannot tell, and one run would outweigh the rest. */
const ODDS_CAP = 20;

/** How much likelier a run of some features is of late than it was among the calibration runs. Made by `fitShiftOdds`. */
export interface ShiftOdds extends LogisticModel {
  /** Mean of each feature over both groups, shape [d]. */
  readonly means: readonly number[];
  /** Standard deviation of each, shape [d]; 1 where a feature is constant. */
  readonly deviations: readonly number[];
  /** Mean of the clipped odds over the recent runs: 1 without a shift, the more the further they have moved. */
  readonly recentMean: number;
  /**
   * Share of the recent runs that clipping misplaces: the total variation distance between their distribution and the
   * one that the clipped odds stand for, in [0, 1]. 0 while no odds are clipped.
   */
  readonly clipped: number;
}

type Fit = Omit<ShiftOdds, "recentMean" | "clipped">;

/**
 * Odds w(x) = p_recent(x) / p_calibration(x) of a trajectory's features, by ridge logistic regression of recent versus
 * calibration on standardised features, corrected for the sizes of the two groups.
 *
 * Needs no labels: `recent` may hold all recent runs. The calibration runs given here must not be those that
 * `weightedThreshold` calibrates on: split the labelled runs in two first. Features look at the trajectory alone.
 *
 * @param calibration features of calibration runs of a fold of their own, shape [n][d], finite
 * @param recent      features of recent runs, shape [m][d], finite
 * @param ridge       default 1
 * @throws {RangeError} on an empty group, rows of different lengths, a feature that is not finite, or a ridge <= 0
 */
export function fitShiftOdds(
  calibration: readonly (readonly number[])[],
  recent: readonly (readonly number[])[],
  { ridge = 1 }: { readonly ridge?: number } = {},
): ShiftOdds {
  if (!(ridge > 0 && ridge < Infinity))
    throw new RangeError(`Expected \`ridge\` to be finite and > 0, got ${ridge}.`);
  const width = calibration[0]?.length ?? 0;
  checkFeatures("calibration", calibration, width);
  checkFeatures("recent", recent, width);
  const both = [...calibration, ...recent];
  const means = Array.from({ length: width }, (_, column) => mean(both.map((row) => row[column] ?? 0)));
  const deviations = means.map((centre, column) => {
    const spread = Math.sqrt(mean(both.map((row) => ((row[column] ?? 0) - centre) ** 2)));
    return spread > 0 ? spread : 1;
  });
  const scaled = both.map((row) => standardise(row, means, deviations));
  const { intercept, coefficients } = ridgeLogistic(
    scaled,
    both.map((_, index) => index >= calibration.length),
    ridge,
  );
  const corrected = intercept + Math.log(calibration.length / recent.length);
  const odds = { intercept: corrected, coefficients, means, deviations };
  const recentMean = mean(recent.map((features) => oddsAt(odds, features)));
  return { ...odds, recentMean, clipped: clippedShare(odds, calibration, recent) };
}

/**
 * TV = E_recent[(1 - c(w) / (Z w))+] for odds w clipped to c(w), with Z = E_calibration[c(w)] written as 1 - what clipping
 * takes off above + what it adds below, so that it is exactly 1 without clipping.
 */
function clippedShare(
  odds: Fit,
  calibration: readonly (readonly number[])[],
  recent: readonly (readonly number[])[],
): number {
  const kept = recent.map((features) => clip(rawOdds(odds, features)) / rawOdds(odds, features));
  const added = calibration.map((features) => Math.max(0, 1 / ODDS_CAP - rawOdds(odds, features)));
  const mass = 1 - mean(kept.map((share) => Math.max(0, 1 - share))) + mean(added);
  return mean(kept.map((share) => Math.max(0, 1 - share / mass)));
}

/**
 * Weight of one trajectory: its odds, clipped to [1/20, 20].
 *
 * @param odds     from `fitShiftOdds`
 * @param features of the trajectory, shape [d]
 * @throws {RangeError} on another number of features, or one that is not finite
 */
export function oddsAt(odds: Fit, features: readonly number[]): number {
  checkFeatures("features", [features], odds.means.length);
  return clip(rawOdds(odds, features));
}

function clip(odds: number): number {
  return Math.min(ODDS_CAP, Math.max(1 / ODDS_CAP, odds));
}

/** Clamped away from 0 and infinity: ratios have no meaning there. */
function rawOdds(odds: Fit, features: readonly number[]): number {
  const logit = standardise(features, odds.means, odds.deviations).reduce(
    (sum, value, column) => sum + value * (odds.coefficients[column] ?? 0),
    odds.intercept,
  );
  return Math.exp(Math.min(500, Math.max(-500, logit)));
}

function standardise(
  row: readonly number[],
  means: readonly number[],
  deviations: readonly number[],
): readonly number[] {
  return row.map((value, column) => (value - (means[column] ?? 0)) / (deviations[column] ?? 1));
}

function checkFeatures(name: string, rows: readonly (readonly number[])[], width: number): void {
  if (rows.length === 0) throw new RangeError(`Expected \`${name}\` to hold at least one run, got 0.`);
  for (const [index, row] of rows.entries()) {
    if (row.length !== width) {
      throw new RangeError(`Expected \`${name}[${index}]\` to have ${width} features, got ${row.length}.`);
    }
    if (!row.every(Number.isFinite)) {
      throw new RangeError(`Expected \`${name}[${index}]\` to be finite, got [${row.join(", ")}].`);
    }
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
