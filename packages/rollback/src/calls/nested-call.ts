import { answerTo, pendingQuestion } from "./pending-question.ts";
import { parseAnswer } from "../approving/rollback-answer.ts";
import type { AskAround } from "../attempts/decide/ask-human.ts";
import { keepAsked, readAsked, type AskedQuestions } from "./asked-questions.ts";
import { endOf, headState, waitsForHuman } from "../attempts/attempt/attempt-end.ts";
import { stampedAttempt } from "../steps/attempt-stamp.ts";
import type { Attempt, ObservedEnd, PausedEnd } from "../attempts/attempt/attempt.ts";
import type { Caller, GivenAnswer } from "../langgraph/caller.ts";
import { openAnyway } from "../attempts/open/open-attempt.ts";
import type { ExecutedAttempt, OpenedAttempt } from "../attempts/open/opened-attempt.ts";
import type { ThreadCall } from "../attempts/attempt/thread-call.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { runAttempt } from "../attempts/run/run-attempt.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { HeldLease } from "../locking/take-thread.ts";

/** @internal A call that a task of another graph makes, and that passes its questions on to that graph. */
export interface NestedCall {
  readonly opened: OpenedAttempt;
  /** Resumes a paused attempt once the graph around it has the answer. Until then that graph is paused, too. */
  goOn(attempt: Attempt, end: PausedEnd): AsyncGenerator<unknown, ExecutedAttempt>;
  /** Asks about a rollback through the graph around, which is paused until it has the answer. */
  ask: AskAround;
}

/**
 * @internal Opens a call that is made inside another graph.
 *
 * LangGraph runs the caller's task again from its top when it is resumed, so the same call comes again, with the same
 * input. It then resumes the run that it started, in the same attempt; a run that has ended returns its output again.
 */
export async function openNestedCall(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: HeldLease,
  caller: Caller,
): Promise<NestedCall> {
  const { threadId } = call;
  const before = await readAsked(context.saver, threadId);
  const asked = before?.call === caller.callId ? before : undefined;
  const again = await cameBefore(context, call, asked);
  const opened = await openAnyway(context, again ? null : input, call, lease);
  if (asked === undefined || !again) return { opened, ...passedOn(context, caller) };
  // The answers that the run has been given: the graph around counts them.
  for (const question of asked.questions.slice(0, asked.answered)) caller.ask(question).taken();
  const passes = passedOn(context, caller, asked);
  if (asked.answered === asked.questions.length || opened.question !== undefined)
    return { opened, ...passes };
  const end = endOf(context.graph, await headState(context.graph, threadId), undefined);
  return { opened: waitsForHuman(end) ? { ...opened, end } : opened, ...passes };
}

/** Whether the thread's newest run is one that this very call started when the caller's task ran before. */
async function cameBefore(
  context: RollbackContext,
  { threadId, isOwn }: ThreadCall,
  asked: AskedQuestions | undefined,
): Promise<boolean> {
  const head = await context.saver.getTuple(checkpointConfig(threadId));
  if (head === undefined) return false;
  return isOwn === true || (asked !== undefined && stampedAttempt({ ...head.metadata })?.run === asked.run);
}

function passedOn(
  context: RollbackContext,
  caller: Caller,
  before?: AskedQuestions,
): Pick<NestedCall, "goOn" | "ask"> {
  let asked = before;
  /** Asks, and says how to note down that the answer was refused. */
  const askOnce = async (
    { threadId, run }: Attempt,
    value: unknown,
    schema?: unknown,
  ): Promise<{ readonly answer: GivenAnswer; readonly refused: () => Promise<void> }> => {
    const keep = async (next: AskedQuestions): Promise<void> => {
      asked = next;
      await keepAsked(context.saver, threadId, next, new Date(context.options.clock()).toISOString());
    };
    const { questions, answered } = asked ?? { questions: [], answered: 0 };
    const call = { call: caller.callId, run };
    // The question is stored before it is asked, and the answer before it is used. A process that dies in between asks once more, and never takes the
    // answer to one question for the answer to another.
    const all = answered < questions.length ? questions : [...questions, value];
    if (all !== questions) await keep({ ...call, questions: all, answered });
    const answer = caller.ask(value, schema);
    await keep({ ...call, questions: all, answered: all.length });
    return { answer, refused: () => keep({ ...call, questions: all, answered }) };
  };
  return {
    goOn: async function* (attempt, { interrupts }) {
      const question = await pendingQuestion(context, attempt, interrupts);
      const { answer, refused } = await askOnce(attempt, question?.value, question?.response_schema);
      const next = resumedWith(attempt, answerTo(question, answer.value));
      const end = yield* runAnswered(context, next, answer);
      if (end.kind === "refused") await refused();
      return { attempt: next, end };
    },
    ask: async (attempt, question) => {
      const { answer, refused } = await askOnce(attempt, question);
      try {
        const parsed = parseAnswer(answer.value);
        answer.taken();
        return parsed;
      } catch (error) {
        await refused();
        throw error;
      }
    },
  };
}

/** @internal The same attempt, resumed with an answer. */
export const resumedWith = (attempt: Attempt, answer: unknown): Attempt => ({
  ...attempt,
  call: answer,
  start: { kind: "call" },
});

/** @internal Resumes an attempt with an answer from the graph around. That graph counts the answer as used unless it is refused. */
export async function* runAnswered(
  context: RollbackContext,
  attempt: Attempt,
  answer: GivenAnswer,
): AsyncGenerator<unknown, ObservedEnd> {
  let end: ObservedEnd | undefined;
  try {
    end = yield* runAttempt(context, attempt);
    return end;
  } finally {
    if (end?.kind !== "refused") answer.taken();
  }
}
