import { isDeepStrictEqual } from "node:util";

import { INTERRUPT } from "@langchain/langgraph-checkpoint";

import { mustAsk } from "../../approving/must-ask.ts";
import { putQuestion, showQuestion, takeQuestionBack } from "../../approving/question-checkpoint.ts";
import { answerIn, declinedBy, parseAnswer, type RollbackAnswer } from "../../approving/rollback-answer.ts";
import { questionId, questionOf, type RollbackQuestion } from "../../approving/rollback-question.ts";
import { ThreadMovedError } from "../../errors/thread-moved-error.ts";
import { asUndecided } from "../../effects/effect-record.ts";
import type { AskedRollback, AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { leftAlone, problemOf } from "../../history/left-alone.ts";
import { appendEntry } from "../../history/journal.ts";
import { newForkId } from "../../langgraph/fork-id.ts";
import { fence } from "../../locking/fence.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { amendedRecord } from "./amend-record.ts";
import { outputIn, type Attempt, type EndedAttempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { tellState } from "../tell/tell-state.ts";

/** @internal A question about a rollback that waits for its answer. */
export interface OpenQuestion {
  readonly asked: AskedRollback;
  /** The failed attempt that it is about. */
  readonly ended: EndedAttempt;
}

/** @internal Passes a question on to the graph around, which pauses until it has the answer. */
export type AskAround = (attempt: Attempt, question: RollbackQuestion) => Promise<RollbackAnswer>;

/** @internal Decision of a human about a rollback, or that nobody has decided yet. */
export type Approval =
  /** `at` is the thread's head, where a question has moved it. */
  | { readonly kind: "approved"; readonly record: RollBackRecord; readonly at?: string | undefined }
  | { readonly kind: "declined"; readonly record: AttemptRecord }
  | { readonly kind: "waits"; readonly output: unknown };

/** @internal Whether a human may be asked at all. */
export const mayAsk = ({
  options: { approve, effects, recovery },
}: Pick<RollbackContext, "options">): boolean =>
  approve !== "never" || effects?.onIrreversible === "ask" || recovery.handOver;

/** @internal Whether a human is asked about a decision to roll back. */
export async function asksFirst(
  { options }: RollbackContext,
  record: RollBackRecord,
): Promise<{ readonly asks: boolean; readonly problem?: RollbackProblem }> {
  const { approve, effects } = options;
  if (!mayAsk({ options })) return { asks: false };
  return mustAsk(approve, questionOf(record), effects?.onIrreversible === "ask");
}

/**
 * @internal Asks a human about a decision to roll back, and returns the final decision. An open question is not asked again: the resuming call brings
 * the answer.
 *
 * @param around asks the graph around, where the call is made inside one
 * @throws {AnswerFormatError} if the answer is none; the question stays open
 */
export async function* askHuman(
  context: RollbackContext,
  ended: EndedAttempt,
  record: RollBackRecord,
  given: {
    readonly open: OpenQuestion | undefined;
    readonly lease: HeldLease;
    readonly around: AskAround | undefined;
  },
): AsyncGenerator<unknown, Approval> {
  const { attempt } = ended;
  const { open, around, lease } = given;
  const question = { id: questionId(record), value: questionOf(record) };
  if (around !== undefined) {
    if (open === undefined) await keepQuestion(context, ended, record, undefined);
    return decided(context, ended, record, await around(attempt, question.value));
  }
  const answer = open === undefined ? undefined : answerIn(attempt.call, question.id);
  if (answer !== undefined) {
    const approval = await decided(context, ended, record, parseAnswer(answer.value));
    return approval.kind === "approved" ? { ...approval, at: open?.asked.checkpoint } : approval;
  }
  if (open === undefined) {
    try {
      const id = newForkId();
      await patiently(() => fence(context.saver, attempt.threadId, record.head, lease));
      await keepQuestion(context, ended, record, id);
      await putQuestion(await askedThread(context, ended), id, question);
    } catch (error) {
      return { kind: "declined", record: { ...notRolledBack(record), ...leftAlone(problemOf(error)) } };
    }
  }
  const put = open?.asked.checkpoint;
  const thread = { ...context, threadId: attempt.threadId };
  const isOutdated = open !== undefined && !isDeepStrictEqual(open.asked.record.files, record.files);
  if (isOutdated) await appendEntry(context.saver, attempt.threadId, "question", { ...open.asked, record });
  if (put !== undefined) await showQuestion(thread, put, question, { isOutdated });
  return { kind: "waits", output: yield* told(context, ended, question) };
}

/** @internal Approval or refusal of a decision to roll back, by an answer. */
export async function decided(
  context: RollbackContext,
  ended: EndedAttempt,
  record: RollBackRecord,
  answer: RollbackAnswer,
): Promise<Exclude<Approval, { readonly kind: "waits" }>> {
  if (answer.decision === "approve")
    return { kind: "approved", record: await amendedRecord(context, ended, record, answer) };
  const reason = `Attempt ${record.attempt} failed, and the rollback of it was declined.`;
  return { kind: "declined", record: { ...notRolledBack(record), stopped: declinedBy(answer), reason } };
}

/** @internal The record of a decision to roll back that is not carried out: what it would have undone stands, and what is held stays so. */
export function notRolledBack(record: RollBackRecord): AttemptRecord {
  const { rewind: _, updates: __, note: ___, effects = [], ...rest } = record;
  const standing = effects.map(asUndecided);
  return { ...rest, ...(standing.length === 0 ? {} : { effects: standing }), decision: "give-up" };
}

/** @internal Puts a question that a process kept in the history and did not put: it died, and the thread still stands at the failed attempt's end. */
export async function putAsked(
  context: RollbackContext,
  { asked: { checkpoint, record }, ended }: OpenQuestion,
  lease: HeldLease,
): Promise<void> {
  if (checkpoint === undefined) return;
  await patiently(() => fence(context.saver, ended.attempt.threadId, record.head, lease));
  const question = { id: questionId(record), value: questionOf(record) };
  await putQuestion(await askedThread(context, ended), checkpoint, question);
}

async function keepQuestion(
  { saver, options }: RollbackContext,
  { attempt: { threadId } }: EndedAttempt,
  record: RollBackRecord,
  checkpoint: string | undefined,
): Promise<void> {
  const { version, run, attempt, head } = record;
  const of = { version, run, attempt, at: new Date(options.clock()).toISOString() };
  const asked = { ...of, head, ...(checkpoint === undefined ? {} : { checkpoint }), record };
  await appendEntry(saver, threadId, "question", asked);
  const pause = { ...of, head: checkpoint ?? head, questions: 1, breakpoints: [] };
  await appendEntry(saver, threadId, "pause", pause);
}

async function askedThread(
  { graph, saver }: RollbackContext,
  { attempt: { threadId, run, number }, end, reads }: EndedAttempt,
): Promise<Parameters<typeof putQuestion>[0]> {
  const last = await patiently(() => reads.checkpoint(end.head));
  return { graph, saver, threadId, attempt: { run, attempt: number }, last };
}

/**
 * @internal Takes the question about an attempt back, if it is what the thread stands at.
 *
 * @returns id of the thread's new head, or why the question is still there; neither where the thread stands elsewhere
 */
export async function takeBackAnyway(
  context: RollbackContext,
  { asked, ended }: OpenQuestion,
  lease: HeldLease,
): Promise<{ readonly head?: string; readonly problem?: RollbackProblem }> {
  const { checkpoint } = asked;
  if (checkpoint === undefined) return {};
  try {
    await patiently(() => fence(context.saver, ended.attempt.threadId, checkpoint, lease));
    return { head: await takeBack(context, ended) };
  } catch (error) {
    return error instanceof ThreadMovedError ? {} : { problem: problemOf(error) };
  }
}

/** @internal Takes the question about an attempt back; gives the id of the thread's new head. */
export async function takeBack(context: RollbackContext, ended: EndedAttempt): Promise<string> {
  return takeQuestionBack(await askedThread(context, ended));
}

/** Streams a question as LangGraph streams an interrupt. */
async function* told(
  context: RollbackContext,
  ended: EndedAttempt,
  question: { readonly id: string; readonly value: RollbackQuestion },
): AsyncGenerator<unknown, unknown> {
  const asked = { [INTERRUPT]: [question] };
  yield* tellState(context, ended, [
    ["updates", asked],
    ["values", asked],
  ]);
  return outputIn(ended.end);
}
