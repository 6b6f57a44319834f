import { putAsked, takeBack } from "../decide/ask-human.ts";
import { questionLeft, unansweredIn } from "../decide/drop-question.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { QuestionDroppedError } from "../../errors/question-dropped-error.ts";
import type { AskedRollback, AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { BranchOvertakenError } from "../../errors/branch-overtaken-error.ts";
import { problemOf } from "../../history/left-alone.ts";
import { RESUMING } from "../../langgraph/private-strings.ts";
import { isAnswer } from "../../langgraph/is-new-input.ts";
import { runAfter } from "../../effects/journal/run-chain.ts";
import { readJournal, recordsOfRun, type Journal } from "../../history/journal.ts";
import { newestOfAttempt } from "../../reading/newest-of-attempt.ts";
import { openDecision, type Position } from "./open-decision.ts";
import { openQuestion, questionAt, wasAsked } from "./open-question.ts";
import { isRollBack, type RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { carryOn } from "./carry-on.ts";
import { withHoldsReleased } from "../end/settle-holds.ts";
import { undoListedStrays } from "../back/undo-strays.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { carriersOf } from "../../steps/note-message.ts";
import type { OpenedAttempt } from "./opened-attempt.ts";
import { undecided } from "./resume-attempt.ts";

/** The outcome of a look at a position: the attempt to go on with, or where to look next. */
type Looked = OpenedAttempt | { readonly lookAt: Position };

/** @internal Continues the attempt that a thread is in, or carries out the decision about it. */
export async function goingOn(
  context: RollbackContext,
  anew: Attempt,
  position: Position,
  lease: HeldLease,
): Promise<OpenedAttempt> {
  let looked: Looked = { lookAt: position };
  while ("lookAt" in looked) looked = await lookAt(context, anew, looked.lookAt, lease);
  return looked;
}

/** An attempt of a run, and what is stored about it. */
interface Place {
  /** The attempt as the call that starts a run would make it. */
  readonly anew: Attempt;
  /** The same as an attempt of the run. */
  readonly own: Attempt;
  readonly position: Position;
  readonly journal: Journal;
  /** The run's records. */
  readonly records: readonly AttemptRecord[];
  /** The question that is put at the position. */
  readonly asked: AskedRollback | undefined;
  readonly lease: HeldLease;
}

/** Asks, in this order: does a question wait, is a decision to be carried out, has the run gone on elsewhere, has the attempt ended? */
async function lookAt(
  context: RollbackContext,
  anew: Attempt,
  position: Position,
  lease: HeldLease,
): Promise<Looked> {
  const { run, attempt: number } = position;
  const journal = await readJournal(context.saver, anew.threadId);
  const records = recordsOfRun(journal.records, run);
  const own: Attempt = { ...anew, run, number };
  const asked = questionAt(journal.questions, position);
  const place: Place = { anew, own, position, journal, records, asked, lease };
  const stored = records.find(({ attempt }) => attempt === number);
  const waits = stored === undefined ? await questionAtOrLeft(context, place) : undefined;
  if (waits !== undefined) return waits;
  if (stored?.problem?.code === "QUESTION_DROPPED" && isAnswer(anew.call))
    throw new QuestionDroppedError(anew.threadId, number);
  const carried = await carriedOut(context, place, stored);
  if ("looked" in carried) return carried.looked;
  const { record, problem } = carried;
  const back = record === undefined ? undefined : await questionTakenBack(context, place);
  if (back !== undefined) return back;
  const ahead = await aheadOf(context, anew.threadId, position, records);
  if (ahead !== undefined) return { lookAt: ahead };
  return record === undefined
    ? toBeDecided(context, place)
    : afterDecision(context, place, { record, problem });
}

/** A question about an attempt without a record: put at the position, or left by a process that died before it put it there. */
async function questionAtOrLeft(
  context: RollbackContext,
  { asked, journal, lease, own, position }: Place,
): Promise<Looked | undefined> {
  if (asked !== undefined) return { attempt: own, question: await openQuestion(context, own, asked) };
  const left = unansweredIn(journal);
  if (left?.checkpoint === undefined || left.run !== own.run || left.attempt !== own.number) return undefined;
  if (left.head !== position.head)
    return { lookAt: { ...position, head: await questionLeft(context, own, left, position.head) } };
  const question = await openQuestion(context, own, left);
  await putAsked(context, question, lease);
  return { attempt: own, question };
}

/** Carries out what was decided and not carried out yet; else gives the attempt's record, and why it could not be. */
async function carriedOut(
  context: RollbackContext,
  { anew, asked, journal, lease, position: { attempt, head, run } }: Place,
  record: AttemptRecord | undefined,
): Promise<
  | { readonly looked: Looked }
  | { readonly record: AttemptRecord | undefined; readonly problem?: RollbackProblem }
> {
  const decision = context.options.mode === "observe" ? undefined : openDecision(journal.records, record);
  if (decision === undefined) return { record };
  const { threadId } = anew;
  const { head: judged, rewind } = decision;
  const isOwn =
    [judged, rewind.over].includes(head) ||
    asked !== undefined ||
    (await wasAsked(context, decision, { threadId, head }));
  const carried = await carryOn(context, { ...anew, run }, decision, lease, { head, isOwn });
  if (carried.kind === "forked")
    return { looked: { attempt: carried.next, ...overtaken(threadId, decision) } };
  if (carried.kind === "elsewhere" && isOwn)
    return { looked: { lookAt: { run, attempt: attempt + 1, head: rewind.fork } } };
  return carried.kind === "left"
    ? { record: carried.record, problem: problemOf(carried.failure) }
    : { record };
}

/** A process died after it had noted down that the rollback is declined, or that a new turn drops the question. */
async function questionTakenBack(
  context: RollbackContext,
  { asked, own, position }: Place,
): Promise<Looked | undefined> {
  if (asked?.checkpoint !== position.head || asked.head === position.head) return undefined;
  const { ended } = await openQuestion(context, own, asked);
  return { lookAt: { ...position, head: await takeBack(context, ended) } };
}

/** The attempt has no record: it is still running, or its end was not judged. */
function toBeDecided(
  context: RollbackContext,
  { journal: { pauses }, own, position: { head }, records }: Place,
): Promise<OpenedAttempt> {
  const before = recordBefore(records, own);
  return undecided(context, toldBy(own, before), head, { rewind: before?.rewind, pauses });
}

/** The attempt has a record, and nothing follows it: its result is given again, or another run continues where this one was given up. */
async function afterDecision(
  context: RollbackContext,
  { anew, journal, own, position, records }: Place,
  { record, problem }: { readonly record: AttemptRecord; readonly problem: RollbackProblem | undefined },
): Promise<Looked> {
  if (context.options.mode !== "observe" && !isRollBack(record)) {
    await undoListedStrays(context, own, record);
    await withHoldsReleased(context, own, record);
  }
  const { head } = position;
  const { next } = await context.graph.getState(checkpointConfig(own.threadId, head));
  if (next.length > 0) return following(context, anew, position, journal.records);
  const current = toldBy(own, recordBefore(records, own));
  return { attempt: settledAt(current, head), ...(problem === undefined ? {} : { problem }) };
}

const recordBefore = (records: readonly AttemptRecord[], { number }: Attempt): AttemptRecord | undefined =>
  records.find(({ attempt }) => attempt === number - 1);

/** An attempt with the note that the record before it left. */
const toldBy = (own: Attempt, before: AttemptRecord | undefined): Attempt => ({
  ...own,
  note: before?.note,
  ...carriersOf(before ?? {}),
});

/** Tells that a rollback has gone back over somebody else's checkpoint. */
function overtaken(
  threadId: string,
  { rewind: { fork, over }, operator }: RollBackRecord,
): Pick<OpenedAttempt, "problem"> {
  // A person has had the run retried where an earlier attempt stood: the fork of its end is the run's own.
  return over === undefined || operator !== undefined
    ? {}
    : { problem: problemOf(new BranchOvertakenError(threadId, fork, [over])) };
}

/**
 * A run that continues where another one was given up. If effects are declared, it takes over that run's effects. A later process finds it by its id:
 * it may act, and be judged, before it has a checkpoint of its own.
 */
function following(
  context: RollbackContext,
  anew: Attempt,
  { run: before, attempt, head }: Position,
  records: readonly AttemptRecord[],
): Looked {
  if (context.options.effects === undefined) return { attempt: anew };
  let run = runAfter(before);
  for (let last; (last = recordsOfRun(records, run).at(-1)) !== undefined; run = runAfter(run))
    if (last.head === head) return { lookAt: { run, attempt: last.attempt, head } };
  return { attempt: { ...anew, run, continues: { run: before, attempt, head } } };
}

/**
 * The position of a run that is no longer on the branch of the thread's head: somebody else has put a checkpoint there, while an attempt of the run
 * elsewhere is still to be decided, or an earlier attempt stands there and a person has had the last one retried. `undefined` if the head is the run's own, or the run is over.
 */
async function aheadOf(
  { saver }: RollbackContext,
  threadId: string,
  { run, attempt, head: stoodAt }: Position,
  records: readonly AttemptRecord[],
): Promise<Position | undefined> {
  const last = records.at(-1);
  if (last?.rewind === undefined || last.attempt < attempt) return undefined;
  const latest = { run, attempt: last.attempt + 1 };
  const head = await newestOfAttempt(saver, threadId, latest);
  if (head !== undefined) return { ...latest, head };
  const isRetried = last.operator !== undefined && last.attempt > attempt && last.rewind.over === stoodAt;
  return isRetried ? { run, attempt: last.attempt, head: stoodAt } : undefined;
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
