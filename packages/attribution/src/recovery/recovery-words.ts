import { labelsNeeded } from "../conformal/conformal-rank.ts";
import { pacLabelsNeeded } from "../conformal/pac-rank.ts";
import { atLeast, basisWords, type PromiseBasis } from "./promise-basis.ts";

interface RecoveryBasis extends PromiseBasis {
  readonly alpha: number;
}

/** A promise about recovery, as a part of a sentence. */
export function recoveredWords(promise: RecoveryBasis & { readonly within: number }): string {
  return `at least ${atLeast(1 - promise.alpha)} of failed runs are recovered within ${rollbacks(promise.within)} (${basisWords(promise)})`;
}

/** Why recovery is not promised, in a few words without a subject. */
export function shortfallWords(promise: RecoveryBasis & { readonly maxRollbacks?: number }): string {
  const needed = neededRuns(promise);
  if (needed === Infinity) return "needs an alpha above 0";
  if (promise.n < needed) return `needs ${runsWords(promise, needed)}, has ${promise.n}`;
  const within = promise.maxRollbacks === undefined ? "" : ` within ${rollbacks(promise.maxRollbacks)}`;
  return `cannot be promised, as too many of ${runsWords(promise, promise.n)} were not recovered${within}`;
}

/** Runs that are needed at least: so many do if all of them are recovered. */
export function neededRuns({ alpha, delta }: Pick<RecoveryBasis, "alpha" | "delta">): number {
  if (alpha === 0) return Infinity;
  return delta === undefined ? labelsNeeded(alpha) : pacLabelsNeeded(alpha, delta);
}

export const runsWords = ({ guarantee }: Pick<RecoveryBasis, "guarantee">, n: number): string =>
  `${n} failed ${guarantee === "exact" ? "run" : "replay"}${n === 1 ? "" : "s"}`;

export const rollbacks = (count: number): string => `${count} rollback${count === 1 ? "" : "s"}`;
