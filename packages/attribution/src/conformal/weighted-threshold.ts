import { checkAlpha } from "./alpha.ts";
import { labelsNeeded } from "./conformal-rank.ts";
import { effectiveSize } from "./effective-size.ts";
import { oddsAt, type ShiftOdds } from "./shift-odds.ts";
import { everyStepClaim, requestedClaim, type ThresholdClaim } from "./threshold-claim.ts";
import { weightedQuantile } from "./weighted-quantile.ts";

/** A labelled failure with what the odds look at. */
export interface WeighableFailure {
  /** S(x, y) at its decisive step, finite. */
  readonly nonconformity: number;
  /** Of the whole trajectory, as `fitShiftOdds` had them, shape [d]. */
  readonly features: readonly number[];
}

/** What a weighted threshold rests on. */
export interface WeightedOptions {
  /** Tolerated miss rate, in [0, 1); 0 asks for every step. */
  readonly alpha: number;
  /** From `fitShiftOdds`, on other calibration runs than these. */
  readonly odds: ShiftOdds;
  /** Features of the run that the threshold is for, shape [d]. */
  readonly features: readonly number[];
  /** Gate: fewer effective labels give every step. Default: ceil(1 / alpha) - 1, at the least 20. */
  readonly minEffective?: number;
  /** In [0, 1): draws the quantile, as `weightedQuantile` says. */
  readonly u?: number;
}

/** Threshold for one run; another run has another weight, and so another threshold. */
export interface WeightedThreshold extends ThresholdClaim {
  /** What the labels are worth after weighting, in [0, n]. */
  readonly effective: number;
  /** Labelled failures calibrated on. */
  readonly n: number;
}

/**
 * Threshold under covariate shift: other tasks than were calibrated, the same way to fail at each. Labelled runs that look like recent runs weigh
 * more, and the run itself counts as one that exceeds every score.
 *
 * With the true odds the coverage over the recent runs is at least 1 - alpha; other odds lose at most the total variation
 * distance between the distributions that they stand for. Of that, what clipping costs can be estimated, and is paid out
 * of alpha; what estimating the odds costs cannot, hence `approximate`. Features that the shift does not show in help
 * nothing.
 *
 * Three failures are noticed, and each gives every step, flagged `trivial`: recent runs that no labelled one can stand in
 * for, beyond alpha; labels that are worth too few after weighting; and a run so unlike the labelled ones that its own
 * mass exceeds what is left of alpha. The unweighted threshold is no way out: such a shift is what it fails at.
 *
 * @param labelled failures of a fold that the odds were not fitted on, exchangeable among each other; may be empty
 * @throws {RangeError} if alpha is outside [0, 1), a nonconformity or feature is not finite, or their number differs
 * @see Tibshirani, Barber, Candes and Ramdas, arXiv:1904.06019, Theorem 2; Lei and Candes, arXiv:2006.06138, Theorem 3
 */
export function weightedThreshold(
  labelled: readonly WeighableFailure[],
  { alpha, odds, features, minEffective = defaultGate(alpha), u }: WeightedOptions,
): WeightedThreshold {
  checkAlpha(alpha);
  checkLabelled(labelled);
  const weights = labelled.map((failure) => oddsAt(odds, failure.features));
  const own = oddsAt(odds, features);
  const n = labelled.length;
  const effective = effectiveSize(weights, odds.recentMean);
  if (alpha === 0) return { ...requestedClaim(), effective, n };
  const left = alpha - odds.clipped;
  if (left <= 0) {
    const why = `${round(odds.clipped)} of recent runs are too unlike the labelled ones to stand in for, more than alpha ${alpha}`;
    return { ...everyStepClaim(alpha, labelsNeeded(alpha), `${why}; label recent runs`), effective, n };
  }
  if (effective < minEffective) {
    const why = `${n} labelled failures are worth ${round(effective)} for runs like the recent ones, and ${minEffective} are needed`;
    return { ...everyStepClaim(alpha, labelsFor(minEffective, effective, n), why), effective, n };
  }
  const { value, level } = weightedQuantile(
    labelled.map(({ nonconformity }) => nonconformity),
    weights,
    own,
    left,
    u,
  );
  if (value === Infinity) {
    const why = `this run weighs ${round(own)}, more than alpha ${alpha} of all labelled failures together`;
    return {
      ...everyStepClaim(alpha, labelsFor((own * (1 - alpha)) / alpha, sum(weights), n), why),
      effective,
      n,
    };
  }
  return {
    value,
    alpha,
    level,
    guarantee: "approximate",
    reason: promise(n, effective, level),
    effective,
    n,
  };
}

/** Below 20 the coverage of one calibration strays by over 0.08 from its mean, and the weights by more. */
function defaultGate(alpha: number): number {
  return alpha > 0 ? Math.max(labelsNeeded(alpha), 20) : 0;
}

/** If more labels came of the same kind: n in proportion. */
function labelsFor(wanted: number, got: number, n: number): number {
  return n === 0 ? Math.ceil(wanted) : Math.ceil((n * wanted) / got);
}

function promise(n: number, effective: number, level: number): string {
  const basis = `${n} labelled failures weighted for the shift, worth ${round(effective)}`;
  return `From ${basis}: about ${round(level)} of such sets are meant to contain the decisive step, less by the error of the weights.`;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function checkLabelled(labelled: readonly WeighableFailure[]): void {
  for (const [index, { nonconformity }] of labelled.entries()) {
    if (!Number.isFinite(nonconformity)) {
      throw new RangeError(
        `Expected \`labelled[${index}].nonconformity\` to be finite, got ${String(nonconformity)}.`,
      );
    }
  }
}
