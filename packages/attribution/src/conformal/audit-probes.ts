import { type Audit, bracketOf } from "./audit.ts";
import { checkCount } from "./check-count.ts";

/**
 * The step at which to begin the next attempt.
 *
 * @returns a start in [0, l - 1], or `undefined` when the audit is over: the step is found and confirmed, the budget is
 *   spent, or answers contradict each other
 */
export function nextProbe(audit: Audit): number | undefined {
  const { first, last } = bracketOf(audit);
  if (last < first || audit.probes.length >= audit.budget) return undefined;
  // The middle, rounded up: a success keeps the half from it on, a failure the other; neither is over ceil(size / 2).
  if (first < last) return first + Math.floor((last - first + 1) / 2);
  const confirmed = audit.probes.length - (audit.foundAfter ?? 0);
  return confirmed < audit.confirm ? confirmation(first, confirmed, audit.length) : undefined;
}

/**
 * Records an attempt's outcome.
 *
 * @param audit     not changed
 * @param succeeded whether the attempt succeeded
 * @param start     where it began. Default: `nextProbe(audit)`. Any other start counts too, say that of the rollback
 *   that production made
 * @throws {RangeError} on a start outside the run, or none given when the audit is over
 */
export function recordProbe(
  audit: Audit,
  succeeded: boolean,
  start: number | undefined = nextProbe(audit),
): Audit {
  if (start === undefined) {
    const made = audit.probes.length;
    throw new RangeError(`Expected \`start\` to be given, since the audit is over after ${made} attempts.`);
  }
  checkCount("start", start, 0);
  if (start >= audit.length) {
    throw new RangeError(`Expected \`start\` in [0, ${audit.length - 1}], got ${start}.`);
  }
  const next = { ...audit, probes: [...audit.probes, { start, succeeded }] };
  const { first, last } = bracketOf(next);
  return audit.foundAfter === undefined && first === last
    ? { ...next, foundAfter: next.probes.length }
    : next;
}

/** y, y + 1, y - 1, y + 2, ..., and over again: first the two answers that everything rests on. */
function confirmation(found: number, index: number, length: number): number | undefined {
  const around = Array.from({ length: 2 * length }, (_, turn) =>
    turn % 2 === 0 ? found - turn / 2 : found + (turn + 1) / 2,
  ).filter((start) => start >= 0 && start < length);
  return around[index % around.length];
}
