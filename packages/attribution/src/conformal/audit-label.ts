import { type Audit, bracketOf } from "./audit.ts";
import type { StepRange } from "./step-range.ts";

/** Result of an audit. */
export interface AuditLabel {
  /** Steps that hold the decisive one, if answers are right; every step when they contradict each other. */
  readonly range: StepRange;
  /** `found`: one step. `open`: an interval, since attempts ended. `contradicted`: no step explains the answers. */
  readonly status: "found" | "open" | "contradicted";
  /** Attempts made. */
  readonly attempts: number;
  /** One sentence for people. */
  readonly reason: string;
}

/**
 * The label that an audit gives so far.
 *
 * Keep every audited run, whatever its status: to drop the open or contradicted ones is to choose by y again. An
 * interval calibrates by `rangeNonconformity`.
 */
export function auditLabel(audit: Audit): AuditLabel {
  const { first, last } = bracketOf(audit);
  const attempts = audit.probes.length;
  const whole = { start: 0, end: audit.length - 1 };
  if (last < first) {
    const why =
      first === 0
        ? "even a restart failed, so rewinding cannot tell where the run went wrong"
        : `a start at ${first} succeeded and one at ${last + 1} failed, so some answer is wrong`;
    return {
      range: whole,
      status: "contradicted",
      attempts,
      reason: `No step explains ${attempts} attempts: ${why}.`,
    };
  }
  const range = { start: first, end: last };
  if (first === last) {
    return {
      range,
      status: "found",
      attempts,
      reason: `Step ${first} is decisive, by ${attempts} attempts.`,
    };
  }
  const reason = `The decisive step is one of ${first} to ${last}, by ${attempts} attempts.`;
  return { range, status: "open", attempts, reason };
}

/**
 * Nonconformity of a run whose decisive step is only known to lie in a range: the highest of the range.
 *
 * It is at least the true one, so that a threshold calibrated with it is no lower and covers at least as often.
 *
 * @param scores S(x, j) of each step, shape [l], from `nonconformity`
 * @throws {RangeError} on a range outside the run
 */
export function rangeNonconformity(scores: readonly number[], { start, end }: StepRange): number {
  if (!(start >= 0 && start <= end && end < scores.length)) {
    throw new RangeError(`Expected a range in [0, ${scores.length - 1}], got ${start} to ${end}.`);
  }
  return scores.slice(start, end + 1).reduce((a, b) => Math.max(a, b), -Infinity);
}
