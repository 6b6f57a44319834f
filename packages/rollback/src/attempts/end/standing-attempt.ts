import { CheckpointerFailedError } from "../../errors/checkpointer-failed-error.ts";
import { isAsLeftBy, isTakenOverAfter } from "../../effects/world-after.ts";
import type { AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../../history/journal.ts";
import { problemOf } from "../../history/left-alone.ts";
import { checkpointTuple } from "../../langgraph/thread.ts";
import { newForkId } from "../../langgraph/fork-id.ts";
import { fence } from "../../locking/fence.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { isWholeInFork } from "../../rewinding/fork-end.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { endOfRecord } from "../attempt/attempt-end.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import type { EndedAttempt, FinalEnd } from "../attempt/attempt.ts";
import { bestAttempt, threw } from "./best-attempt.ts";
import { standOn } from "./stand-on.ts";

/** @internal How the attempts ended that this call has rolled back, by their numbers. */
export type EarlierEnds = ReadonlyMap<number, FinalEnd>;

/** @internal The record that ends a run, and the end of an earlier attempt where that is the run's. */
export interface RunEnding {
  readonly record: AttemptRecord;
  readonly end?: FinalEnd;
}

/** @internal The data needed to let a thread continue from elsewhere. */
export interface StandingPlace {
  readonly lease: HeldLease;
  /** The thread's newest checkpoint, where that is not the last attempt's. */
  readonly threadHead?: string | undefined;
  readonly earlier?: EarlierEnds;
}

/** A verdict, and the records of the run's attempts. */
interface Chosen extends RunEnding {
  readonly records: readonly AttemptRecord[];
}

/** @internal Whether a run ends because its attempts failed, and not because of what failed in the rollback itself. */
export const isGivenUp = ({ decision, problem, outcome }: AttemptRecord): boolean =>
  decision === "give-up" && problem === undefined && outcome?.ok === false;

/**
 * @internal Says in the record that ends a run which attempt is returned. Writes nothing. If that cannot be found out, it is the last one, and the record
 * says why.
 */
export async function withStanding(
  context: RollbackContext,
  ended: EndedAttempt,
  record: AttemptRecord,
  { lease, threadHead = record.head, earlier }: StandingPlace,
): Promise<Chosen> {
  const { saver, options } = context;
  const { threadId, config, number, run } = ended.attempt;
  const none = { record, records: [record] };
  if (options.onFailure !== "best" || number === 1 || !isGivenUp(record)) return none;
  try {
    const journal = await patiently(() => readJournal(saver, threadId), config.signal);
    const before = recordsOfRun(journal.records, run).filter(({ attempt }) => attempt < number);
    if (before.length === 0) return none;
    const records = [...before, record];
    const effects = await effectsOf(context, ended.attempt);
    const isWhole = (each: AttemptRecord): boolean =>
      isAsLeftBy(each.attempt, records, effects) &&
      // A thread whose run threw can be resumed.
      !(threw(each) && isTakenOverAfter(each.attempt, effects));
    const best = bestAttempt(records, record, isWhole);
    const { attempt } = best.record;
    const told = { ...record, reason: `${record.reason} ${best.words}` };
    if (attempt === number) return { record: told, records };
    if (threw(best.record) && !(await canGoOnFrom(context, threadId, best.record)))
      return { ...none, record: { ...record, reason: `${record.reason} ${NOT_WHOLE}` } };
    const end = earlier?.get(attempt) ?? (await patiently(() => endOfRecord(context, threadId, best.record)));
    await patiently(() => fence(saver, threadId, threadHead, lease));
    return { record: { ...told, stands: { attempt, fork: newForkId() } }, records, end };
  } catch (error) {
    config.signal?.throwIfAborted();
    return { ...none, record: lastStands(record, error) };
  }
}

/** @internal Lets the thread continue where a verdict says. If the checkpointer refuses, returns the record with the reason. */
export async function putInPlace(
  context: RollbackContext,
  { attempt: { threadId, run, config }, reads }: EndedAttempt,
  { record, records, end }: Chosen,
  decided: AttemptRecord,
  { lease, threadHead = record.head }: StandingPlace,
): Promise<RunEnding> {
  const { stands } = record;
  if (stands === undefined || end === undefined) return { record };
  try {
    await patiently(() => fence(context.saver, threadId, threadHead, lease));
    await patiently(() => standOn(context, threadId, { run, stands, records, reads }));
    return { record, end };
  } catch (error) {
    config.signal?.throwIfAborted();
    return { record: lastStands(decided, error) };
  }
}

const NOT_WHOLE =
  "No attempt passed; the last is returned, as the thread could continue from another only with a loss.";

const canGoOnFrom = (
  { graph, saver }: RollbackContext,
  threadId: string,
  { head }: AttemptRecord,
): Promise<boolean> =>
  patiently(async () =>
    isWholeInFork({ graph, saver, threadId }, await checkpointTuple(saver, threadId, head)),
  );

function lastStands(record: AttemptRecord, error: unknown): AttemptRecord {
  const problem = problemOf(error);
  const words = `No attempt passed; the last is returned, as the thread could not be put back to another (${problem.code}).`;
  return { ...record, reason: `${record.reason} ${words}`, problem };
}

/** @internal An earlier attempt's end that is the run's. */
export interface StandingEnd {
  readonly end: FinalEnd;
  readonly number: number;
  /** Why the last attempt's own is not. */
  readonly problem?: RollbackProblem;
}

/**
 * @internal The earlier attempt whose end is the run's end, if it is not the last attempt: the best one, or the latest that returned if the last
 * attempt broke off because the checkpointer failed. Such a failure says nothing about the user's graph.
 */
export function standingEnd(
  { saver }: RollbackContext,
  { attempt: { number }, end: own }: EndedAttempt,
  { record: { stands }, end }: RunEnding,
  earlier: EarlierEnds,
): StandingEnd | undefined {
  if (stands !== undefined && end !== undefined) return { end, number: stands.attempt };
  if (own.kind !== "threw" || !saver.hasThrown(own.error)) return undefined;
  const latest = [...earlier].findLast(([, { kind }]) => kind === "returned");
  if (latest === undefined) return undefined;
  const problem = problemOf(new CheckpointerFailedError(number, latest[0], { cause: own.error }));
  return { end: latest[1], number: latest[0], problem };
}
