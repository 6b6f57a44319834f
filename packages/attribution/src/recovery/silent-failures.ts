import { checkAlpha } from "../conformal/alpha.ts";

/**
 * Account of failed runs that end unrecovered with nobody asked. Plain data, as JSON and back. Each failed run pays in alpha, each silent failure takes out 1, and
 * without a whole 1 in it a person is asked.
 */
export interface SilentFailures {
  /** Share of failed runs that may end silently, in [0, 1). */
  readonly alpha: number;
  /** The account, at most `most`. Below 0 it is overdrawn: runs ended silently that had to be handed over, as by an effect that nothing undoes. */
  readonly credit: number;
  /** The most that is saved up, at least 1: so many silent failures may come at once. */
  readonly most: number;
  /** T, failed runs so far. */
  readonly failed: number;
  /** Failed runs that ended silently. */
  readonly silent: number;
  /** Failed runs that were handed over to a person. */
  readonly handedOver: number;
}

/** End of a failed run. */
export type FailedRunEnd = "recovered" | "silent" | "handed-over";

const DEFAULT_MOST = 3;

/**
 * Opens an empty account.
 *
 * @param alpha share of failed runs that may end silently, in [0, 1)
 * @param most  the most silent failures that may come at once, at least 1; default 3
 * @throws {RangeError} if `alpha` or `most` is out of range
 */
export function silentFailures(alpha: number, most: number = DEFAULT_MOST): SilentFailures {
  checkAlpha(alpha);
  if (!(most >= 1 && most < Infinity))
    throw new RangeError(`Expected \`most\` to be finite and >= 1, got ${most}.`);
  return { alpha, credit: 0, most, failed: 0, silent: 0, handedOver: 0 };
}

/** Above any rounding of a sum of alphas. */
const SLACK = 1e-9;

/** Whether the next failed run has to be handed over if nothing recovers it. The credit of that run itself counts. */
export const mustHandOver = ({ alpha, credit, most }: SilentFailures): boolean =>
  Math.min(most, credit + alpha) < 1 - SLACK;

/**
 * Enters a failed run.
 *
 * For **every** sequence of runs, drifting or adversarial, at most alpha W + `most` of any W runs in a row end silently, and at most alpha T of the first T, as long as a run is
 * handed over whenever `mustHandOver` says so. Proof: the account is never below 0; it starts at 0, holds `most` at the most, gains alpha a run and loses 1 a silent failure.
 * It is the running sum of conformal inference under drift, held between two ends. A failed run is known to have failed before it ends silently, so the bound has no term for
 * the size of a step. Accounts add up: with one for each of several processes, the bounds hold for all runs together.
 *
 * A run that ends silently although it had to be handed over overdraws the account.
 *
 * @see Gibbs and Candes, Adaptive conformal inference under distribution shift, arXiv:2106.00170
 */
export function afterFailedRun(account: SilentFailures, end: FailedRunEnd): SilentFailures {
  const paid = Math.min(account.most, account.credit + account.alpha);
  return {
    ...account,
    credit: end === "silent" ? paid - 1 : paid,
    failed: account.failed + 1,
    silent: account.silent + Number(end === "silent"),
    handedOver: account.handedOver + Number(end === "handed-over"),
  };
}
