import type { AttemptView } from "../view/thread-view.ts";

/** A question about a rollback that waits for an answer, and how to give one. */
export interface QuestionWords {
  /** That it waits. */
  readonly waits: string;
  /** The question. Untrusted. */
  readonly question: string;
  /** The note that the next attempt would get. Untrusted. */
  readonly note: string | undefined;
  readonly answers: readonly AnswerCall[];
}

/** An answer, and the call that gives it. */
export interface AnswerCall {
  readonly name: string;
  /** Code. It quotes the thread's id as JSON. */
  readonly call: string;
}

/** The question about the rollback of an attempt; `undefined` where none waits. */
export function questionWords(
  thread: string,
  { attempt, proposed }: Pick<AttemptView, "attempt" | "proposed">,
): QuestionWords | undefined {
  if (proposed === undefined) return undefined;
  const { note, question, step } = proposed;
  const config = JSON.stringify({ configurable: { thread_id: thread } });
  const calling = (resume: string): string => `graph.invoke(new Command({ resume: ${resume} }), ${config})`;
  return {
    waits: `The rollback of attempt ${attempt} waits for an answer.`,
    question,
    note,
    answers: [
      { name: "Approve", call: calling("true") },
      { name: "Decline", call: calling("false") },
      {
        name: "Approve with another first step, counted from 0, and another note",
        call: calling(`{ decision: "approve", step: ${step}, note: "…" }`),
      },
    ],
  };
}
