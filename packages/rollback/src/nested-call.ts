import { answerTo, pendingQuestion } from "./pending-question.ts";
import { keepAsked, readAsked, type AskedQuestions } from "./asked-questions.ts";
import { stampedAttempt } from "./attempt-stamp.ts";
import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { Caller } from "./caller.ts";
import { openAttempt, type OpenedAttempt, type ThreadCall } from "./open-attempt.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { endOf, headState } from "./run-attempt.ts";
import { checkpointConfig } from "./thread.ts";
import type { ThreadLease } from "./thread-lock.ts";

/** @internal A call that a task of another graph makes, and that passes its questions on to that graph. */
export interface NestedCall {
  readonly opened: OpenedAttempt;
  /** The attempt that goes on from a pause, once the graph around has the answer; until then that graph is paused, too. */
  answered(attempt: Attempt, end: Extract<AttemptEnd, { readonly status: "paused" }>): Promise<Attempt>;
}

/**
 * @internal Opens a call that is made inside another graph.
 *
 * LangGraph runs the caller's task again from its top when it is resumed, so the same call comes again, with the same
 * input. It then goes on with the run that it started, in the same attempt; a run that has ended gives its output again.
 */
export async function openNestedCall(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: ThreadLease,
  caller: Caller,
): Promise<NestedCall> {
  const { threadId } = call;
  const before = await readAsked(context.saver, threadId);
  const asked = before?.call === caller.callId ? before : undefined;
  const again = await cameBefore(context, call, asked);
  const opened = await openAttempt(context, again ? null : input, call, lease);
  if (asked === undefined || !again) return { opened, answered: passedOn(context, caller) };
  // The answers that the run has been given: the graph around counts them.
  for (const question of asked.questions.slice(0, asked.answered)) caller.ask(question);
  const answered = passedOn(context, caller, asked);
  if (asked.answered === asked.questions.length) return { opened, answered };
  const end = endOf(context.graph, await headState(context.graph, threadId), undefined);
  return { opened: end.status === "paused" ? { ...opened, end } : opened, answered };
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

function passedOn(context: RollbackContext, caller: Caller, before?: AskedQuestions): NestedCall["answered"] {
  let asked = before;
  return async (attempt, { interrupts }) => {
    const { threadId, run } = attempt;
    const keep = async (next: AskedQuestions): Promise<void> => {
      asked = next;
      await keepAsked(context.saver, threadId, next, new Date(context.options.clock()).toISOString());
    };
    const { questions, answered } = asked ?? { questions: [], answered: 0 };
    const question = await pendingQuestion(context, attempt, interrupts);
    const call = { call: caller.callId, run };
    // Kept before it is asked, and the answer before it is given: a process that dies in between asks once more, but
    // never takes the answer to one question for that to another.
    const all = answered < questions.length ? questions : [...questions, question?.value];
    if (all !== questions) await keep({ ...call, questions: all, answered });
    const answer = caller.ask(question?.value);
    await keep({ ...call, questions: all, answered: all.length });
    const { fork: _, isPartial: __, ...rest } = attempt;
    return { ...rest, call: answerTo(question, answer) };
  };
}
