import { checkAlpha } from "../conformal/alpha.ts";
import { clopperPearson, type ConfidenceInterval } from "../conformal/clopper-pearson.ts";
import { conformalQuantile } from "../conformal/conformal-quantile.ts";
import { betaQuantile } from "../conformal/incomplete-beta.ts";
import { pacRank } from "../conformal/pac-rank.ts";
import { atLeast } from "./promise-basis.ts";
import { checkRecoveryCalibration, recoveredIn, type RecoveryCalibration } from "./recovery-calibration.ts";
import { neededRuns, recoveredWords, rollbacks, runsWords, shortfallWords } from "./recovery-words.ts";

/** A promise about failed runs: within how many rollbacks they are recovered. */
export interface RecoveryPromise extends Pick<RecoveryCalibration, "alpha" | "delta" | "maxRollbacks" | "n"> {
  /**
   * lambda: the next failed run is accepted within so many rollbacks with probability `level` or more. Absent where that cannot be promised of any number up to
   * `maxRollbacks`.
   */
  readonly within?: number;
  /** The promised probability, in [0, 1); 0 where nothing is promised. */
  readonly level: number;
  /**
   * `exact`: over the draw of the calibration's runs and the next one; with `delta`, in all but that share of calibrations.
   * `approximate`: the runs were replays.
   */
  readonly guarantee: "exact" | "approximate";
  /** 95 % interval of the share of failed runs that no rollback recovers; [0, 1] without a run. */
  readonly unrecovered: ConfidenceInterval;
  /** The least alpha that these runs can promise, in (0, 1]; 1 says none. */
  readonly leastAlpha: number;
  /** One or two sentences for people: what is promised, of what, from how many runs. */
  readonly reason: string;
}

/**
 * Within how many rollbacks a failed run is recovered, with a probability that holds for any scorer and any policy.
 *
 * Let K be the rollback after which a failed run is first accepted, and m + 1 where none is. `within` is the k-th smallest K of the n runs,
 * k = ceil((1 - alpha) (n + 1)). Proof: the next run's K is as likely to have any rank among the n + 1 as any other, and is above the k-th smallest of the n
 * only if its rank is above k. The agent's luck is part of each run. Nothing is drawn.
 *
 * With `delta` it is the least number of rollbacks at which a binomial test rejects "more than alpha are not recovered" at that level, tested from m downwards up to the first
 * that is not rejected. Then the promise is true in all but `delta` of calibrations, if the runs are independent.
 *
 * "Accepted" is the verifier's word. How often that is wrong is another promise.
 *
 * @param given `alpha` and `delta` in place of the calibration's
 * @throws {RangeError} if `alpha` is outside [0, 1) or `delta` outside (0, 1)
 * @see Vovk et al., Algorithmic Learning in a Random World (2005); Angelopoulos et al., Learn then Test, arXiv:2110.01052
 */
export function recoveryOf(
  calibration: RecoveryCalibration,
  {
    alpha = calibration.alpha,
    delta = calibration.delta,
  }: { readonly alpha?: number; readonly delta?: number } = {},
): RecoveryPromise {
  checkAlpha(alpha);
  const { evidence, maxRollbacks, n } = checkRecoveryCalibration(calibration);
  const tries = triesOf(calibration);
  const lambda =
    delta === undefined
      ? conformalQuantile(tries, alpha)
      : (tries[(pacRank(n, alpha, delta) ?? Infinity) - 1] ?? Infinity);
  const within = lambda > maxRollbacks ? undefined : lambda;
  const recovered = recoveredIn(calibration);
  const promise = {
    alpha,
    ...(delta === undefined ? {} : { delta }),
    maxRollbacks,
    n,
    ...(within === undefined ? {} : { within }),
    level: within === undefined ? 0 : 1 - alpha,
    guarantee: evidence === "runs" ? ("exact" as const) : ("approximate" as const),
    unrecovered: n === 0 ? { lower: 0, upper: 1 } : clopperPearson(n - recovered, n),
    leastAlpha: leastAlpha(recovered, n, delta),
  };
  return { ...promise, reason: reasonOf(promise, n - recovered) };
}

/** K of each run, smallest first; m + 1 for those that no rollback recovered. */
function triesOf({ maxRollbacks, n, recoveredBy }: RecoveryCalibration): readonly number[] {
  const recovered = recoveredBy.flatMap((count, at) => Array.from({ length: count }, () => at + 1));
  return [...recovered, ...Array.from({ length: n - recovered.length }, () => maxRollbacks + 1)];
}

/** The alpha from which the rank of the last recovered run is high enough. */
function leastAlpha(recovered: number, n: number, delta: number | undefined): number {
  if (recovered === 0) return 1;
  return 1 - (delta === undefined ? recovered / (n + 1) : betaQuantile(delta, recovered, n + 1 - recovered));
}

function reasonOf(promise: Omit<RecoveryPromise, "reason">, unrecovered: number): string {
  if (promise.within !== undefined)
    return `Promised: ${recoveredWords({ ...promise, within: promise.within })}.`;
  const { alpha, leastAlpha: least, maxRollbacks, n } = promise;
  const goal = `that at least ${atLeast(1 - alpha)} of failed runs are recovered`;
  if (n < neededRuns(promise)) return `Nothing is promised: ${goal} ${shortfallWords(promise)}.`;
  const can = least < 1 ? ` The most that these runs can promise is ${atLeast(1 - least)}.` : "";
  return `Nothing is promised: ${goal} cannot be said, as ${unrecovered} of ${runsWords(promise, n)} were not recovered within ${rollbacks(maxRollbacks)}.${can}`;
}
