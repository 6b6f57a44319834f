import type { PredictionSet } from "./prediction-set.ts";

/**
 * A threshold with its promise, if the promise differs from `calibrateThreshold`'s: for several decisive
 * errors. `claimedSet` makes a prediction set from it.
 */
export interface ThresholdClaim {
  /** Steps whose nonconformity is at or below it are in the set. `Infinity`: every step; `-Infinity`: the likeliest. */
  readonly value: number;
  /** Tolerated rate of misses; `reason` says what counts as one. */
  readonly alpha: number;
  /** The promised probability or mean share, at the least; 1 when every step is in the set. */
  readonly level: number;
  /** `exact`: proven. `approximate`: aimed at; `reason` says what it rests on. */
  readonly guarantee: PredictionSet["guarantee"];
  /** Present when the set is every step without alpha asking for it; `needed` is the number of labels to have. */
  readonly trivial?: { readonly reason: string; readonly needed: number };
  /** One sentence for people: what is promised, and on what grounds. */
  readonly reason: string;
}

/** The claim of a set that cannot miss, for want of anything better. */
export function everyStepClaim(alpha: number, needed: number, reason: string): ThresholdClaim {
  const said = `Every step is in the set: ${reason}.`;
  return { value: Infinity, alpha, level: 1, guarantee: "exact", trivial: { reason, needed }, reason: said };
}

/** The claim of a set that cannot miss because alpha 0 asks for it. */
export function requestedClaim(): ThresholdClaim {
  const reason = "Every step is in the set, as alpha 0 asks.";
  return { value: Infinity, alpha: 0, level: 1, guarantee: "exact", reason };
}
