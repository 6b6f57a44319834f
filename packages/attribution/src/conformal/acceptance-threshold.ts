import { conformalRank, labelsNeeded } from "./conformal-rank.ts";

/** Above which score a retry is accepted, and how it was found. */
export interface AcceptanceThreshold {
  /** Tolerated share of failed runs that end with a wrong result accepted, in [0, 1). */
  readonly gamma: number;
  /** A retry is accepted only if its score is higher. `Infinity`: none is. `-Infinity`: wrong retries are too rare to matter. */
  readonly above: number;
  /** Number of failed runs that it was calibrated on. */
  readonly n: number;
  /** Rank of `above` among their best wrong scores, from the highest: floor(gamma (n + 1)), with a slack of 1e-9. 0: nothing is accepted. */
  readonly k: number;
  /** Present where nothing is accepted because n is too small; `needed` is the number of failed runs to have. */
  readonly trivial?: { readonly reason: string; readonly needed: number };
}

/**
 * Score above which a retry is accepted. Of failed runs, at most a share gamma end with a wrong result accepted, whatever the scores are: a run ends
 * so only if its best wrong retry scores above the k-th best of n others. Ties are not accepted: they lower the share.
 *
 * @param bestWrong best score among each run's wrong retries, shape [n], `-Infinity` where it has none; exchangeable with the runs to come
 * @throws {RangeError} if `gamma` is outside [0, 1), or a score is NaN or Infinity
 * @see Vovk, Gammerman, Shafer, Algorithmic Learning in a Random World (2005), on inductive conformal prediction; the score is that of the best wrong retry
 */
export function acceptanceThreshold(bestWrong: readonly number[], gamma: number): AcceptanceThreshold {
  const bad = bestWrong.find((score) => Number.isNaN(score) || score === Infinity);
  if (bad !== undefined) throw new RangeError(`Expected scores below Infinity, got ${bad}.`);
  if (!(gamma >= 0 && gamma < 1)) throw new RangeError(`Expected \`gamma\` in [0, 1), got ${gamma}.`);
  const n = bestWrong.length;
  const k = n + 1 - conformalRank(n, gamma);
  const above = Float64Array.from(bestWrong).toSorted()[n - k] ?? Infinity;
  return { gamma, above, n, k, ...(k === 0 && gamma > 0 ? { trivial: tooFew(n, gamma) } : {}) };
}

function tooFew(n: number, gamma: number): { reason: string; needed: number } {
  const needed = labelsNeeded(gamma);
  return {
    reason: `${n} ${n === 1 ? "task was" : "tasks were"} retried, and gamma ${gamma} needs ${needed}`,
    needed,
  };
}
