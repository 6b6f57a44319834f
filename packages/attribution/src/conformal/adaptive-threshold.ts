import { type AdaptiveState, checkAdaptiveState } from "./adaptive-state.ts";
import { conformalQuantile } from "./conformal-quantile.ts";
import { conformalRank, labelsNeeded } from "./conformal-rank.ts";
import { everyStepClaim, type ThresholdClaim } from "./threshold-claim.ts";

/** Bounds on the labelled runs so far for any sequence whatever: drifting, adversarial. */
export interface AdaptiveBound {
  /** Share of labelled runs missed, at the most: alpha + (alpha_1 + gamma) / (gamma T), capped at 1. */
  readonly misses: number;
  /** T, labelled runs that it speaks of. */
  readonly labelled: number;
  /** The share that was in fact missed; 0 at T = 0. */
  readonly observed: number;
  /** T from which `misses` is below 1. For a smaller T the bound has no content. */
  readonly saysSomethingFrom: number;
}

/** Threshold for the next run, and the bound on the runs so far. */
export interface AdaptiveThreshold extends ThresholdClaim {
  readonly bound: AdaptiveBound;
}

/**
 * Threshold for the next run under drift: the conformal quantile of the recent labelled runs at alpha_t.
 *
 * Exchangeability is not needed, and no single run has a promise: what holds is the share of labelled runs missed in
 * the long run, so the guarantee is `approximate` and `bound` has the figure. Where alpha_t <= 0 (too many misses of
 * late), or the window holds too few labels for alpha_t, every step is in, flagged `trivial`: such a set cannot miss.
 * Where alpha_t has reached 1 the threshold is `-Infinity`, which leaves the likeliest step.
 *
 * @throws {RangeError} on a state that no start and no update leads to
 */
export function adaptiveThreshold(state: AdaptiveState): AdaptiveThreshold {
  checkAdaptiveState(state);
  const bound = adaptiveBound(state);
  const { alpha, alphaNow, recent } = state;
  if (alphaNow <= 0) {
    const why = `recent misses moved alpha to ${round(alphaNow)}, and at or below 0 nothing may be left out`;
    return { ...everyStepClaim(alpha, labelsNeeded(alpha), why), bound };
  }
  // conformalRank stops short of 1, where it would keep the smallest score.
  if (alphaNow < 1 && conformalRank(recent.length, alphaNow) > recent.length) {
    const needed = labelsNeeded(alphaNow);
    const why = `alpha ${round(alphaNow)} needs ${needed} recent labelled failures or more, and there are ${recent.length}`;
    return { ...everyStepClaim(alpha, needed, why), bound };
  }
  const value = alphaNow < 1 ? conformalQuantile(recent, alphaNow) : -Infinity;
  return { value, alpha, level: 1 - alpha, guarantee: "approximate", bound, reason: promise(state, bound) };
}

/** alpha_T+1 > -gamma always, and each label moves it by at least gamma (err - alpha) downwards: hence the sum. */
function adaptiveBound({ alpha, gamma, alphaStart, labelled, missed }: AdaptiveState): AdaptiveBound {
  const credit = (alphaStart + gamma) / gamma;
  return {
    misses: labelled === 0 ? 1 : Math.min(1, alpha + credit / labelled),
    labelled,
    observed: labelled === 0 ? 0 : missed / labelled,
    saysSomethingFrom: Math.floor(credit / (1 - alpha)) + 1,
  };
}

function promise({ alpha, alphaNow, recent }: AdaptiveState, bound: AdaptiveBound): string {
  const aim = `Aims to miss ${alpha} of labelled runs in the long run, now with alpha ${round(alphaNow)} on the last ${recent.length}.`;
  if (bound.labelled < bound.saysSomethingFrom) {
    return `${aim} Too few labels: nothing is proven before ${bound.saysSomethingFrom}, and there are ${bound.labelled}.`;
  }
  const shares = `at most ${round(bound.misses)} missed, and ${round(bound.observed)} were`;
  return `${aim} Proven of the ${bound.labelled} so far, whatever the drift: ${shares}.`;
}

function round(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}
