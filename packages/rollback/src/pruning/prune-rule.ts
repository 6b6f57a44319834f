import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { A_NUMBER, type OptionCheck, type OptionChecks } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import type { ThreadLock } from "../locking/thread-lock.ts";
import { millisecondsOf, type Duration } from "./duration.ts";
import type { PruneTimes } from "./plan-thread.ts";

/** Ages from which `prune` deletes. At least one of `olderThan`, `keepFailed` and `deleteThreads` is given. */
export interface PruneRule {
  /**
   * Age from which checkpoints go that the thread does not need to go on. Its last turn stays whole, and so does every turn that has a younger checkpoint.
   * Default: checkpoints of no age go.
   */
  readonly olderThan?: Duration;
  /** Age from which failed branches go: attempts that were rolled back. Default: `olderThan`. */
  readonly keepFailed?: Duration;
  /** Age from which threads are deleted whole, with their records, counted from the last thing that happened on them. Default: no thread is. */
  readonly deleteThreads?: Duration;
  /** Ids of threads. Default: all. */
  readonly threads?: readonly string[];
  /** Says what would be deleted, and deletes nothing. Default false. */
  readonly dryRun?: boolean;
  /** Gives the room back to the disk in the end: `VACUUM` in SQLite, `VACUUM FULL` in Postgres, which locks the tables meanwhile. Default false. */
  readonly vacuum?: boolean;
  /** Milliseconds since the epoch that ages are counted from. Default: now. */
  readonly now?: number;
  /**
   * The lock of the graphs that run on these threads: a thread that a run has is left. Default: the one that `withRollback` uses by default in this process, and in Postgres also the
   * advisory locks that `postgresThreadLock` takes without a `scope`.
   */
  readonly lock?: ThreadLock;
  /** Checkpoints that one transaction deletes at most. Default 200. */
  readonly batch?: number;
}

const AN_AGE: OptionCheck = {
  expected: 'a number of milliseconds, or a text such as "30d" (s, m, h, d, w)',
  holds: (value) => millisecondsOf(value) !== undefined,
};
const YES_OR_NO: OptionCheck = { expected: "true or false", holds: (value) => typeof value === "boolean" };

const CHECKS: OptionChecks & Readonly<Record<keyof PruneRule, OptionCheck>> = {
  olderThan: AN_AGE,
  keepFailed: AN_AGE,
  deleteThreads: AN_AGE,
  threads: { expected: "a list of ids", holds: (value) => Array.isArray(value) },
  dryRun: YES_OR_NO,
  vacuum: YES_OR_NO,
  now: A_NUMBER,
  lock: {
    expected: "a lock",
    holds: (value) => typeof value === "object" && value !== null && "acquire" in value,
  },
  batch: {
    expected: "a whole number from 1 on",
    holds: (value) => Number.isInteger(value) && Number(value) >= 1,
  },
};

const NEVER = Number.NEGATIVE_INFINITY;

/** @internal The times that a rule means. @throws {InvalidOptionError | UnknownOptionError} */
export function timesOf(rule: PruneRule): PruneTimes {
  checkOptions(rule, CHECKS);
  const { deleteThreads, keepFailed, now = Date.now(), olderThan } = rule;
  if (olderThan === undefined && keepFailed === undefined && deleteThreads === undefined)
    throw new InvalidOptionError("olderThan", "given, or `keepFailed` or `deleteThreads`", olderThan);
  const before = (age: Duration | undefined): number | undefined => {
    const milliseconds = millisecondsOf(age);
    return milliseconds === undefined ? undefined : now - milliseconds;
  };
  const old = before(olderThan) ?? NEVER;
  return { old, failed: before(keepFailed) ?? old, threads: before(deleteThreads) ?? NEVER };
}
