import type { Problem } from "./problem.ts";
import { readAnswer } from "./read-answer.ts";

export interface AnswerVerdict {
  readonly ok: boolean;
  readonly reason?: string;
}

/**
 * Compares what was reported to the known answer of a problem. The reason never says what that is.
 *
 * @throws {Error} if the question is none of the problems'
 */
export function judgeAnswer(
  problems: readonly Problem[],
): (question: string, report: string) => AnswerVerdict {
  const answers = new Map(problems.map(({ question, answer }) => [question, answer]));
  return (question, report) => {
    const known = answers.get(question);
    if (known === undefined)
      throw new Error("There is no known answer: the conversation begins with none of the problems.");
    const reported = readAnswer(report);
    if (reported === undefined) return { ok: false, reason: "No line `ANSWER: <number>` was given." };
    const ok = Math.abs(reported - known) < 1e-6;
    return ok ? { ok } : { ok, reason: `${reported} is not the answer to the question.` };
  };
}
