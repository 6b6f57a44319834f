import type { FailedRun } from "@langgraph-rollback/attribution";

import type { AttemptRecord } from "./attempt-record.ts";
import type { RecoveryRecord } from "./recovery-record.ts";

type RecordedPromise = NonNullable<RecoveryRecord["promise"]>;

/** The failed runs of one procedure, for `calibrateRecovery`. */
export interface CountedRuns {
  /** The procedure that they ran under. */
  readonly procedure: string;
  /** m, rollbacks that each was allowed. */
  readonly maxRollbacks: number;
  /** All of them that were allowed m rollbacks, latest thread first. One that has not ended counts as not recovered. */
  readonly runs: readonly FailedRun[];
  /** Runs among them that have not ended: they wait for a person, are running, or their process died. */
  readonly open: number;
  /** Runs among them that a person was asked about, as too many ended silently. */
  readonly handedOver: number;
  /** Failed runs that were cut short and do not count. */
  readonly cut: number;
  /** Failed runs under other procedures, by fingerprint. */
  readonly others: Readonly<Record<string, number>>;
  /** The promise that the latest of these runs began to fail under, and all runs that did, cut short or not. Absent where nothing was promised of it. */
  readonly promised?: { readonly promise: RecordedPromise; readonly runs: readonly FailedRun[] };
}

/** A failed run, as records tell of it. */
export interface RecordedFailure {
  readonly run: FailedRun;
  readonly recovery: RecoveryRecord;
  /** When its first attempt was decided, ISO 8601, UTC. */
  readonly at: string;
  readonly isOpen: boolean;
  readonly isHandedOver: boolean;
}

/** @internal An attempt of a run, as far as it tells whether the run was recovered. One that is under way has no decision. */
export type DecidedAttempt = Pick<AttemptRecord, "attempt"> & {
  readonly recovery?: RecoveryRecord | undefined;
  readonly at?: string | undefined;
  readonly decision?: AttemptRecord["decision"] | undefined;
  readonly stopped?: AttemptRecord["stopped"] | undefined;
  readonly operator?: AttemptRecord["operator"] | undefined;
};

/**
 * @internal The run, if its first attempt failed and its record says under which procedure. One that was only observed was allowed no rollback.
 *
 * @param run   names it
 * @param given its attempts, in order
 */
export function failedRunIn(run: string, given: readonly DecidedAttempt[]): RecordedFailure | undefined {
  const attempts = byItself(given);
  const [first] = attempts;
  const last = attempts.at(-1);
  if (first?.attempt !== 1 || first.recovery === undefined || last === undefined) return undefined;
  if (last.stopped?.by === "observing") return undefined;
  const { maxRollbacks } = first.recovery;
  const recoveredBy = last.attempt - 1;
  const isRecovered = last.decision === "accept" && recoveredBy <= maxRollbacks;
  return {
    run: { run, ...(isRecovered ? { recoveredBy } : {}) },
    recovery: first.recovery,
    at: first.at ?? "",
    isOpen: last.decision === undefined || last.decision === "roll-back",
    isHandedOver: attempts.some(({ recovery }) => recovery?.handedOver === true),
  };
}

/** A run as it had come to its end before a person had it retried: what comes after is not the procedure's. */
function byItself(attempts: readonly DecidedAttempt[]): readonly DecidedAttempt[] {
  const at = attempts.findIndex(
    ({ operator: { action, instead } = {} }) => action === "retry" && instead !== "question",
  );
  const retried = attempts[at];
  if (retried === undefined) return attempts;
  const isAccepted = retried.operator?.instead === "accept";
  if (isAccepted && at === 0) return [];
  return [...attempts.slice(0, at), { ...retried, decision: isAccepted ? "accept" : "give-up" }];
}

/**
 * @internal Counts failed runs of one procedure.
 *
 * @param wanted fingerprint; default that of the latest failed run
 * @returns `undefined` where there is none
 */
export function countFailedRuns(
  failed: readonly RecordedFailure[],
  wanted?: string,
): CountedRuns | undefined {
  const procedure = wanted ?? latestOf(failed)?.recovery.procedure;
  const own = failed.filter(({ recovery }) => recovery.procedure === procedure);
  const [first] = own;
  if (procedure === undefined || first === undefined) return undefined;
  const audited = own.filter(({ recovery }) => recovery.audited);
  const promised = promisedIn(own);
  return {
    procedure,
    maxRollbacks: first.recovery.maxRollbacks,
    runs: audited.map(({ run }) => run),
    open: audited.filter(({ isOpen }) => isOpen).length,
    handedOver: audited.filter(({ isHandedOver }) => isHandedOver).length,
    cut: own.length - audited.length,
    others: countsOf(failed.filter((each) => !own.includes(each))),
    ...(promised === undefined ? {} : { promised }),
  };
}

const latestOf = (failed: readonly RecordedFailure[]): RecordedFailure | undefined =>
  failed.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];

/** Runs that are cut short at the promised number of rollbacks tell as much of the promise as the others. */
function promisedIn(own: readonly RecordedFailure[]): CountedRuns["promised"] {
  const promise = latestOf(own)?.recovery.promise;
  if (promise === undefined) return undefined;
  const runs = own.filter(({ recovery }) => isSame(recovery.promise, promise)).map(({ run }) => run);
  return { promise, runs };
}

const isSame = (one: RecoveryRecord["promise"], other: RecordedPromise): boolean =>
  one !== undefined &&
  one.within === other.within &&
  one.alpha === other.alpha &&
  one.delta === other.delta &&
  one.n === other.n &&
  one.guarantee === other.guarantee;

function countsOf(runs: readonly RecordedFailure[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { recovery } of runs) counts[recovery.procedure] = (counts[recovery.procedure] ?? 0) + 1;
  return counts;
}
