import type { Rates } from "./policy.ts";

/** Probability of being refused for the same reason as the attempt before, if the mistake of that attempt is still there. */
const SAME_REASON_OF_OLD = 0.85;

/** The same, if the attempt made a mistake of its own. */
const SAME_REASON_OF_FRESH = 0.05;

/** @internal An attempt that followed a rollback and failed, too. */
export interface FailedRetry {
  /** Belief about its decisive step by its own scores alone, shape [l], positive, sum 1. */
  readonly shares: readonly number[];
  /** First step that it executed itself, in [0, l). */
  readonly start: number;
  /** Whether it was refused for the same reason as the attempt before; `undefined` if one of the two reasons is not known. */
  readonly sameReason: boolean | undefined;
}

/**
 * @internal Belief about the first mistake of a failed retry, given the belief about the attempt before.
 *
 * A mistake in the kept steps is an old one. Both attempts scored these steps, so the geometric mean of the two beliefs
 * counts. A mistake in the steps done again was repeated, or it is fresh.
 *
 * The attempts may differ in length. Steps are aligned by index; of steps that the attempt before did not have, it says
 * nothing.
 *
 * @param before belief about the first mistake of the attempt before, shape [l'], sum 1
 * @returns belief about the first mistake of the retry, shape [l], sum 1
 */
export function beliefAfter(
  before: readonly number[],
  { shares, start, sameReason }: FailedRetry,
  { errorRate, repeatRate }: Rates,
): readonly number[] {
  const length = shares.length;
  const reached = before.slice(start).reduce((sum, share) => sum + share, 0);
  const old = chanceOf(sameReason, SAME_REASON_OF_OLD);
  const fresh = chanceOf(sameReason, SAME_REASON_OF_FRESH);

  const ofKept = (step: number, density: number): number =>
    (old * Math.sqrt((before[step] ?? 0) * before.length * density)) / length;
  const ofRedone = (step: number, density: number): number => {
    const repeated = reached > 0 ? (repeatRate * (before[step] ?? 0)) / reached : 0;
    const anew = (1 - repeatRate) * errorRate;
    const faultlessUntil = (1 - errorRate) ** (step - start);
    const share = (length - start) / length;
    return share * (old * repeated + fresh * anew) * faultlessUntil * Math.sqrt(reached) * density;
  };
  return normalised(
    shares.map((share, step) => (step < start ? ofKept : ofRedone)(step, share * length)),
    shares,
  );
}

/** Without a reason there is no evidence: the chance is the same for old and fresh mistakes. */
function chanceOf(sameReason: boolean | undefined, chance: number): number {
  if (sameReason === undefined) return 1;
  return sameReason ? chance : 1 - chance;
}

/** In proportion to the weights; the fallback where all are 0, as with rates of 0 after a restart. */
function normalised(weights: readonly number[], fallback: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.map((weight) => weight / total) : fallback;
}
