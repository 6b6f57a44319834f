import { seededRandom } from "./seeded-random.ts";

/** Odd, and about 2^32 over the golden ratio: spreads neighbouring run numbers over the seeds. */
const SPREAD = 0x9e3779b1;

/** Which runs get a label whatever happens to them. */
export interface AuditPlan {
  /** pi, share of failed runs to audit, in [0, 1]. */
  readonly probability: number;
  /** Any integer. Keep it from whatever produces the runs. */
  readonly seed: number;
}

/**
 * Whether to audit the failed run of a number: a coin that depends on seed and number alone.
 *
 * Feedback from production is censored: a rollback that succeeded says that its start was early enough, one that failed says little. So the runs with
 * labels that are easy to get are the runs that the sets cover already. A threshold learnt
 * from them shrinks: with coverage 1 - alpha among all runs it covers (1 - alpha)^2 after one round, (1 - alpha)^3 after
 * two. A coin that does not depend on the run picks runs that are exchangeable with all the others: their labels are ordinary
 * labels. The price is the audits: about log2(l) attempts each, for a share pi of the failed runs.
 *
 * @param plan      the same for every run
 * @param runNumber a whole number >= 0 that was given to the run before anything about it was known, say a counter
 * @throws {RangeError} if `probability` is outside [0, 1], or `runNumber` no whole number >= 0
 */
export function isAudited({ probability, seed }: AuditPlan, runNumber: number): boolean {
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`Expected \`probability\` in [0, 1], got ${probability}.`);
  }
  if (!Number.isSafeInteger(runNumber) || runNumber < 0) {
    throw new RangeError(`Expected \`runNumber\` to be a whole number >= 0, got ${runNumber}.`);
  }
  const own = seededRandom(seed)() * 2 ** 32;
  return seededRandom(own ^ Math.imul(runNumber + 1, SPREAD))() < probability;
}
