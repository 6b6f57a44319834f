import { isCommand } from "@langchain/langgraph";

import { asError, endOf, headState } from "./attempt-end.ts";
import { stampedAttempt, type StampedAttempt } from "../steps/attempt-stamp.ts";
import { takeBack, type OpenQuestion } from "./ask-human.ts";
import { dropQuestion } from "./drop-question.ts";
import type { Attempt, AttemptEnd, ForkStart } from "./attempt.ts";
import type {
  AttemptPause,
  AttemptRecord,
  RewindRecord,
  RollbackProblem,
} from "../history/attempt-record.ts";
import type { StateView } from "../langgraph/compiled-graph.ts";
import { unhandledErrors } from "../steps/error-handlers.ts";
import { ThreadLockLostError } from "../errors/thread-lock-lost-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { problemOf } from "../history/left-alone.ts";
import { RESUMING } from "../langgraph/private-strings.ts";
import { isNewInput, isNewWork } from "../langgraph/is-new-input.ts";
import { describeError } from "../errors/describe-error.ts";
import { readJournal, recordsOfRun } from "../history/journal.ts";
import { keptInMadeFork } from "./kept-in-made-fork.ts";
import { lineageOf, turnInput } from "../reading/lineage.ts";
import { isOf, newestOfAttempt } from "../reading/newest-of-attempt.ts";
import { patiently } from "../recording/patiently.ts";
import { openQuestion, questionAt, wasAsked } from "./open-question.ts";
import { waitsAtFork } from "./pause.ts";
import { isRollBack } from "./attempt-from-fork.ts";
import { carryOut } from "./carry-out.ts";
import { completeStand } from "./stand-on.ts";
import { undoListedStrays } from "./undo-strays.ts";
import { keepProblems } from "./keep-problems.ts";
import { isEffectError } from "../errors/is-effect-error.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple } from "../langgraph/thread.ts";
import { NULL_TASK } from "../steps/superstep.ts";
import type { ThreadCall } from "./thread-call.ts";
import type { ThreadLease } from "../locking/thread-lock.ts";
import { noteIdsIn } from "../rewinding/note-message.ts";

/** @internal Where a call starts: the attempt to execute, and its end if it has one already. */
export interface OpenedAttempt {
  readonly attempt: Attempt;
  readonly end?: AttemptEnd;
  /** A question about it that waits for its answer: it has ended, and is not run again. */
  readonly question?: OpenQuestion;
  /** Why nobody can say where the thread's run stands. */
  readonly problem?: RollbackProblem;
}

/** @internal An attempt that has ended or pauses. */
export type ExecutedAttempt = Required<Pick<OpenedAttempt, "attempt" | "end">>;

/**
 * @internal Turns a call of the wrapped graph into an attempt, as {@link openAttempt} does. Where a run stands on its
 * thread is the rollback's to know: if the checkpointer does not say, the graph is called as it would be without rollback, and gives or throws what it does then.
 */
export async function openAnyway(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: ThreadLease,
): Promise<OpenedAttempt> {
  const { config } = call;
  try {
    return await patiently(() => openAttempt(context, input, call, lease), config.signal);
  } catch (error) {
    config.signal?.throwIfAborted();
    if (error instanceof ThreadMovedError || error instanceof ThreadLockLostError || isEffectError(error))
      throw error;
    return { attempt: freshAttempt(context, input, call), problem: problemOf(error) };
  }
}

/**
 * Turns a call of the wrapped graph into an attempt.
 *
 * New input starts a run, and so does a Command with a `goto` or an `update` on a thread that has nothing left to do.
 * `null`, or any other Command, resumes the run that the thread is in, also in another process: in the same attempt
 * and with the same budget; a decision that was taken but not carried out is carried out.
 *
 * @param lease the thread, taken
 * @throws {ThreadMovedError} if another run has moved the thread while a stored decision was being carried out
 */
async function openAttempt(
  context: RollbackContext,
  input: unknown,
  { threadId, config }: ThreadCall,
  lease: ThreadLease,
): Promise<OpenedAttempt> {
  const fresh = freshAttempt(context, input, { threadId, config });
  if (isNewInput(input)) {
    await dropQuestion(context, threadId);
    await completeStand(context, threadId, lease, config.signal);
    return { attempt: fresh };
  }
  const named = checkpointIdOf(config);
  const found = await context.saver.getTuple(checkpointConfig(threadId, named));
  if (found === undefined) return { attempt: fresh };
  const fork = named === undefined && (await completeStand(context, threadId, lease, config.signal, found));
  const head = fork ? await checkpointTuple(context.saver, threadId, fork) : found;
  // What a Command has a finished thread do is no part of the run that has ended.
  if (
    named === undefined &&
    isNewWork(input) &&
    (await headState(context.graph, threadId))?.next.length === 0
  )
    return { attempt: fresh };
  const lineage = await lineageOf(context.saver, threadId, head);
  const anew: Attempt = { ...fresh, input: turnInput(lineage) };
  // Not the head's alone: a user who edits the state in a pause puts a checkpoint of their own there.
  const stamp = lineage.map(({ metadata }) => stampedAttempt({ ...metadata })).findLast(isDefined);
  return named === undefined && stamp !== undefined
    ? goingOn(context, anew, { ...stamp, head: head.checkpoint.id }, lease)
    : { attempt: anew };
}

/** The first attempt of a run that a call starts. */
const freshAttempt = (
  context: RollbackContext,
  input: unknown,
  { threadId, config }: ThreadCall,
): Attempt => ({
  run: context.options.ids(),
  number: 1,
  threadId,
  input,
  call: input,
  config,
  start: { kind: "call" },
});

/** Where a run stands on a thread: the checkpoint that its attempt has come to. */
interface Position extends StampedAttempt {
  readonly head: string;
}

/** Continues the attempt that a thread is in, or carries out the decision about it. */
async function goingOn(
  context: RollbackContext,
  anew: Attempt,
  position: Position,
  lease: ThreadLease,
): Promise<OpenedAttempt> {
  const { threadId } = anew;
  const { run, attempt: number, head } = position;
  const journal = await readJournal(context.saver, threadId);
  const records = recordsOfRun(journal.records, run);
  const record = records.find(({ attempt }) => attempt === number);
  const asked = questionAt(journal.questions, position);
  const own: Attempt = { ...anew, run, number };
  if (record === undefined && asked !== undefined)
    return { attempt: own, question: await openQuestion(context, own, asked) };
  const isOwn = record?.head === head || asked !== undefined;
  const isObserving = context.options.mode === "observe";
  if (
    record !== undefined &&
    isRollBack(record) &&
    !isObserving &&
    (isOwn || (await wasAsked(context, record, { threadId, head })))
  ) {
    const { fork } = record.rewind;
    try {
      const carried = await carryOut(context, { ...anew, run }, record, lease, { threadHead: head });
      if (carried.kind === "forked") return { attempt: carried.next };
      await keepProblems(context, own, [problemOf(carried.failure)]);
      throw carried.failure;
    } catch (error) {
      if (!(error instanceof ThreadMovedError && error.presentHead === fork)) throw error;
      // What a process sent last before it died can arrive when its lock is free already.
      return goingOn(context, anew, { run, attempt: number + 1, head: fork }, lease);
    }
  }
  // A process died after it had noted down that the rollback is declined, or that a new turn drops the question.
  if (record !== undefined && asked?.checkpoint === head && asked.head !== head) {
    const { ended } = await openQuestion(context, own, asked);
    return goingOn(context, anew, { ...position, head: await takeBack(context, ended) }, lease);
  }
  const ahead = await aheadOf(context, threadId, position, records);
  if (ahead !== undefined) return goingOn(context, anew, ahead, lease);
  const before = records.find(({ attempt }) => attempt === number - 1);
  const { note, updates } = before ?? {};
  const noteIds = note === undefined ? undefined : noteIdsIn(updates);
  const current: Attempt = { ...own, note, noteIds };
  if (record === undefined)
    return undecided(context, current, head, { rewind: before?.rewind, pauses: journal.pauses });
  if (!isObserving) await undoListedStrays(context, own, record);
  const { next } = await context.graph.getState(checkpointConfig(threadId, head));
  if (next.length === 0) return { attempt: settledAt(current, head) };
  return following(context, anew, position, { lease, records: journal.records });
}

/**
 * A run that continues where another one was given up. If effects are declared, it takes over that run's effects. A later process finds it by its id:
 * it may act, and be judged, before it has a checkpoint of its own.
 */
async function following(
  context: RollbackContext,
  anew: Attempt,
  { run: before, attempt, head }: Position,
  given: { readonly lease: ThreadLease; readonly records: readonly AttemptRecord[] },
): Promise<OpenedAttempt> {
  if (context.options.effects === undefined) return { attempt: anew };
  const { lease, records } = given;
  let run = idAfter(before);
  for (let last; (last = recordsOfRun(records, run).at(-1)) !== undefined; run = idAfter(run))
    if (last.head === head) return goingOn(context, anew, { run, attempt: last.attempt, head }, lease);
  return { attempt: { ...anew, run, continues: { run: before, attempt } } };
}

/** `run`, `run~2`, `run~3` and so on. */
function idAfter(run: string): string {
  const [, own = run, count = "1"] = /^(.*)~(\d{1,6})$/su.exec(run) ?? [];
  return `${own}~${Number(count) + 1}`;
}

/**
 * The position of a run that is no longer on the branch of the thread's head: somebody else has put a checkpoint there, while an attempt of the run
 * elsewhere is still to be decided. `undefined` if the head is the run's own, or the run is over.
 */
async function aheadOf(
  { saver }: RollbackContext,
  threadId: string,
  { run, attempt }: Position,
  records: readonly AttemptRecord[],
): Promise<Position | undefined> {
  const last = records.at(-1);
  if (last?.rewind === undefined || last.attempt < attempt) return undefined;
  const latest = { run, attempt: last.attempt + 1 };
  const head = await newestOfAttempt(saver, threadId, latest);
  return head === undefined ? undefined : { ...latest, head };
}

/** An attempt without a verdict, at the checkpoint that it has come to. */
async function undecided(
  context: RollbackContext,
  current: Attempt,
  head: string,
  { rewind, pauses }: { readonly rewind: RewindRecord | undefined; readonly pauses: readonly AttemptPause[] },
): Promise<OpenedAttempt> {
  const { graph } = context;
  const { threadId, run, number: attempt } = current;
  const newest = await headState(graph, threadId);
  if (newest === undefined) return { attempt: current };
  const isNewest = checkpointIdOf(newest.config) === head;
  // What a process of the run sent last before it died can arrive just now.
  if (!isNewest && isOf({ run, attempt }, newest.metadata)) return resumed(context, current, newest);
  const state = isNewest ? newest : await graph.getState(checkpointConfig(threadId, head));
  const isAtFork = rewind?.fork === head;
  const waits = isAtFork && waitsAtFork(pauses, { run, number: attempt, rewind });
  if (isAtFork && rewind.kind === "superstep" && !isCommand(current.call))
    if (await isUntouched(context, threadId, head))
      return { attempt: { ...current, start: { kind: "fork", checkpoint: head, isPartial: false, waits } } };
  const pinned: ForkStart = { kind: "fork", checkpoint: head, isPartial: true, waits };
  if (!isAtFork) return resumed(context, isNewest ? current : { ...current, start: pinned }, state);
  const kept = await keptInMadeFork(context, threadId, { run, attempt }, rewind);
  return resumed(context, { ...current, start: { ...pinned, kept } }, state);
}

/** Whether nothing has run from a checkpoint yet. */
async function isUntouched(context: RollbackContext, threadId: string, checkpoint: string): Promise<boolean> {
  const tuple = await checkpointTuple(context.saver, threadId, checkpoint);
  return (tuple.pendingWrites ?? []).every(([taskId]) => taskId === NULL_TASK);
}

/** An attempt whose result is read again, from there and nowhere else: another turn may begin meanwhile. */
function settledAt(attempt: Attempt, head: string): Attempt {
  // With this mark LangGraph makes no fork of a checkpoint that is named and is not the thread's newest.
  const configurable = { ...attempt.config.configurable, [RESUMING]: true };
  return {
    ...attempt,
    config: { ...attempt.config, configurable },
    start: { kind: "settled", checkpoint: head },
  };
}

/** An attempt that was paused, cut off in the middle, or ended just before its verdict was stored. */
async function resumed(context: RollbackContext, attempt: Attempt, state: StateView): Promise<OpenedAttempt> {
  const tuple = await checkpointTuple(context.saver, attempt.threadId, checkpointIdOf(state.config));
  const refused = new Set(state.tasks.filter(wasRefused).map(({ id }) => id));
  const writes = (tuple.pendingWrites ?? []).filter(([taskId]) => !refused.has(taskId));
  const errors = unhandledErrors(writes).map(asError);
  // LangGraph aborts the siblings of a task that throws, and all tasks of a run that its caller aborts.
  const error = errors.find(({ name }) => name !== "AbortError");
  if (isCommand(attempt.call) || error === undefined) return { attempt };
  return { attempt, end: endOf(context.graph, state, { error }) };
}

/** Whether a task that waits for an answer of a given shape may have thrown over one: LangGraph then hands it over again. */
function wasRefused({ error, interrupts }: StateView["tasks"][number]): boolean {
  const hasSchema = interrupts.some(({ response_schema: schema }) => schema !== undefined);
  return hasSchema && describeError(error).name.endsWith("ZodError");
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
