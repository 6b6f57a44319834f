import { checkCount } from "./check-count.ts";

/** One attempt of an audit: the run was rewound to just before `start` and continued from there. */
export interface AuditProbe {
  /** First step that was done again, in [0, l - 1]. */
  readonly start: number;
  /** Whether the attempt succeeded. */
  readonly succeeded: boolean;
}

/** How an audit proceeds. */
export interface AuditOptions {
  /** Attempts to make at the most. Default `Infinity`. */
  readonly budget?: number;
  /** Failed attempts before a start counts as failing; one success counts at once. Default 1. */
  readonly patience?: number;
  /** Attempts to make around the step once it is found, to notice answers that contradict each other. Default 0. */
  readonly confirm?: number;
}

/** State of an audit of a failed run: plain data. Made by `startAudit`. */
export interface Audit extends Required<AuditOptions> {
  /** l, number of steps of the run. */
  readonly length: number;
  /** Attempts made, in order. */
  readonly probes: readonly AuditProbe[];
  /** Number of attempts after which one step was left; absent before. */
  readonly foundAfter?: number;
}

/**
 * Starts to look for the decisive step y of a failed run by rewinding it.
 *
 * Continuing from just before step s can succeed when s <= y, since y is done again, and fails when s > y, since the error
 * stays. So y is the last start that succeeds, and bisecting finds it in ceil(log2 l) attempts. An attempt with s <= y
 * that fails all the same, say 3 times in 10, would be taken for s > y: raise `patience`, and a start is given up
 * wrongly 0.3^patience of the time, for as many attempts more at the starts that fail.
 *
 * @param length l, a whole number >= 1
 * @throws {RangeError} on a length, budget, patience or confirm out of range
 */
export function startAudit(
  length: number,
  { budget = Infinity, patience = 1, confirm = 0 }: AuditOptions = {},
): Audit {
  checkCount("length", length, 1);
  if (budget !== Infinity) checkCount("budget", budget, 0);
  checkCount("patience", patience, 1);
  checkCount("confirm", confirm, 0);
  const audit = { length, budget, patience, confirm, probes: [] };
  return length === 1 ? { ...audit, foundAfter: 0 } : audit;
}

/** Bounds on y by the answers so far. */
export interface AuditBracket {
  /** The last start that succeeded; 0 if none did. */
  readonly first: number;
  /** The step before the first start that failed; the last step if none did. Below `first` when answers contradict. */
  readonly last: number;
}

/** The steps that y can be, given that starts up to y succeed and those behind it fail. */
export function bracketOf({ length, patience, probes }: Omit<Audit, "foundAfter">): AuditBracket {
  const failures = new Map<number, number>();
  let first = 0;
  let last = length - 1;
  for (const { start, succeeded } of probes) {
    if (succeeded) first = Math.max(first, start);
    else failures.set(start, (failures.get(start) ?? 0) + 1);
    if (!succeeded && failures.get(start) === patience) last = Math.min(last, start - 1);
  }
  return { first, last };
}
