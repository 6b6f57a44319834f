import { headState } from "../attempt/attempt-end.ts";
import { stampedAttempt } from "../../steps/attempt-stamp.ts";
import { putAsked, takeBack } from "../decide/ask-human.ts";
import { dropQuestion, questionLeft, unansweredIn } from "../decide/drop-question.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { QuestionDroppedError } from "../../errors/question-dropped-error.ts";
import type { AttemptRecord, RewindRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { BranchOvertakenError } from "../../errors/branch-overtaken-error.ts";
import { problemOf } from "../../history/left-alone.ts";
import { RESUMING } from "../../langgraph/private-strings.ts";
import { isAnswer, isNewInput, isNewWork } from "../../langgraph/is-new-input.ts";
import { chainOf } from "../../effects/journal/run-chain.ts";
import { readJournal, recordsOfRun } from "../../history/journal.ts";
import { lineageOf, turnInput } from "../../reading/lineage.ts";
import { newestOfAttempt } from "../../reading/newest-of-attempt.ts";
import { patiently } from "../../recording/patiently.ts";
import { begunRollback, openDecision, type Position } from "./open-decision.ts";
import { openQuestion, questionAt, wasAsked } from "./open-question.ts";
import { isRollBack } from "../attempt/attempt-from-fork.ts";
import { carryOn } from "./carry-on.ts";
import { completeStand } from "../end/stand-on.ts";
import { undoListedStrays } from "../back/undo-strays.ts";
import { isFinalError } from "../../errors/is-final-error.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple } from "../../langgraph/thread.ts";
import type { ThreadCall } from "../attempt/thread-call.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { carriersOf } from "../../rewinding/note-message.ts";
import type { OpenedAttempt } from "./opened-attempt.ts";
import { undecided } from "./resume-attempt.ts";

/**
 * @internal Turns a call of the wrapped graph into an attempt, as {@link openAttempt} does. Where a run stands on its
 * thread is the rollback's to know: if the checkpointer does not say, the graph is called as it would be without rollback, and gives or throws what it does then.
 */
export async function openAnyway(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: HeldLease,
): Promise<OpenedAttempt> {
  const { config } = call;
  try {
    return await patiently(() => openAttempt(context, input, call, lease), config.signal);
  } catch (error) {
    config.signal?.throwIfAborted();
    if (isFinalError(error)) throw error;
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
  lease: HeldLease,
): Promise<OpenedAttempt> {
  const fresh = freshAttempt(context, input, { threadId, config });
  if (isNewInput(input)) {
    await dropQuestion(context, threadId);
    await completeBefore(context, fresh, lease);
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
  if (named !== undefined) return { attempt: anew };
  const own = stamp && { ...stamp, head: head.checkpoint.id };
  // Somebody may have run the graph without rollback over a rollback that was cut off.
  const position = own ?? (await begunRollback(context, threadId));
  return position === undefined ? { attempt: anew } : goingOn(context, anew, position, lease);
}

/** Completes what a process has left behind that died, before a new turn starts: the turn starts from there. */
async function completeBefore(context: RollbackContext, fresh: Attempt, lease: HeldLease): Promise<void> {
  const { threadId, config } = fresh;
  const { onFailure, effects } = context.options;
  if (onFailure !== "best" && effects === undefined) return;
  const head = await context.saver.getTuple(checkpointConfig(threadId));
  if (head === undefined) return;
  await completeStand(context, threadId, lease, config.signal, head);
  const begun = await begunRollback(context, threadId);
  if (begun !== undefined) await goingOn(context, fresh, begun, lease);
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

/** Continues the attempt that a thread is in, or carries out the decision about it. */
async function goingOn(
  context: RollbackContext,
  anew: Attempt,
  position: Position,
  lease: HeldLease,
): Promise<OpenedAttempt> {
  const { threadId } = anew;
  const { run, attempt: number, head } = position;
  const journal = await readJournal(context.saver, threadId);
  const records = recordsOfRun(journal.records, run);
  let record = records.find(({ attempt }) => attempt === number);
  const asked = questionAt(journal.questions, position);
  const own: Attempt = { ...anew, run, number };
  if (record === undefined && asked !== undefined)
    return { attempt: own, question: await openQuestion(context, own, asked) };
  if (record === undefined && asked === undefined) {
    const left = unansweredIn(journal);
    const isLeft = left?.checkpoint !== undefined && left.run === run && left.attempt === number;
    if (isLeft && left.head === head) {
      const question = await openQuestion(context, own, left);
      await putAsked(context, question, lease);
      return { attempt: own, question };
    }
    if (isLeft)
      return goingOn(
        context,
        anew,
        { ...position, head: await questionLeft(context, own, left, head) },
        lease,
      );
  }
  if (record?.problem?.code === "QUESTION_DROPPED" && isAnswer(anew.call))
    throw new QuestionDroppedError(threadId, number);
  const isObserving = context.options.mode === "observe";
  const decision = isObserving ? undefined : openDecision(journal.records, record);
  let problem: RollbackProblem | undefined;
  if (decision !== undefined) {
    const { head: judged, rewind } = decision;
    const isOwn =
      [judged, rewind.over].includes(head) ||
      asked !== undefined ||
      (await wasAsked(context, decision, { threadId, head }));
    const carried = await carryOn(context, { ...anew, run }, decision, lease, { head, isOwn });
    if (carried.kind === "forked") return { attempt: carried.next, ...overtaken(threadId, rewind) };
    if (carried.kind === "elsewhere" && isOwn)
      return goingOn(context, anew, { run, attempt: number + 1, head: rewind.fork }, lease);
    if (carried.kind === "left") {
      ({ record } = carried);
      problem = problemOf(carried.failure);
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
  const current: Attempt = { ...own, note: before?.note, ...carriersOf(before ?? {}) };
  if (record === undefined)
    return undecided(context, current, head, { rewind: before?.rewind, pauses: journal.pauses });
  if (!isObserving && !isRollBack(record)) await undoListedStrays(context, own, record);
  const { next } = await context.graph.getState(checkpointConfig(threadId, head));
  if (next.length === 0)
    return { attempt: settledAt(current, head), ...(problem === undefined ? {} : { problem }) };
  return following(context, anew, position, { lease, records: journal.records });
}

/** Tells that a rollback has gone back over somebody else's checkpoint. */
function overtaken(threadId: string, { fork, over }: RewindRecord): Pick<OpenedAttempt, "problem"> {
  return over === undefined ? {} : { problem: problemOf(new BranchOvertakenError(threadId, fork, [over])) };
}

/**
 * A run that continues where another one was given up. If effects are declared, it takes over that run's effects. A later process finds it by its id:
 * it may act, and be judged, before it has a checkpoint of its own.
 */
async function following(
  context: RollbackContext,
  anew: Attempt,
  { run: before, attempt, head }: Position,
  given: { readonly lease: HeldLease; readonly records: readonly AttemptRecord[] },
): Promise<OpenedAttempt> {
  if (context.options.effects === undefined) return { attempt: anew };
  const { lease, records } = given;
  let run = idAfter(before);
  for (let last; (last = recordsOfRun(records, run).at(-1)) !== undefined; run = idAfter(run))
    if (last.head === head) return goingOn(context, anew, { run, attempt: last.attempt, head }, lease);
  return { attempt: { ...anew, run, continues: { run: before, attempt, head } } };
}

/** The run that continues another. */
function idAfter(run: string): string {
  const { first, position } = chainOf(run);
  return `${first}~${position + 1}`;
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

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
