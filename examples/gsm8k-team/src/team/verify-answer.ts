import type { BaseMessage } from "@langchain/core/messages";
import type { Problem } from "../problems/problem.ts";
import { readAnswer } from "./read-answer.ts";

interface FinishedRun {
  /** Undefined when an exception escaped. */
  readonly output: { readonly messages: readonly BaseMessage[] } | undefined;
}

interface Verdict {
  readonly ok: boolean;
  readonly reason?: string;
}

/**
 * A verifier for `withRollback`: compares what the answerer reported to the known answer of the problem that the
 * conversation begins with. Its reason never says what that is.
 */
export function verifyAnswer(problems: readonly Problem[]): (run: FinishedRun) => Verdict {
  const answers = new Map(problems.map(({ question, answer }) => [question, answer]));
  return ({ output }) => {
    if (output === undefined) return { ok: false, reason: "The run ended with an error." };
    const known = answers.get(output.messages.find(({ type }) => type === "human")?.text ?? "");
    if (known === undefined)
      throw new Error("There is no known answer: the conversation begins with none of the problems.");
    const reported = readAnswer(
      output.messages.findLast(({ name, type }) => name === "answerer" && type === "ai")?.text ?? "",
    );
    if (reported === undefined) return { ok: false, reason: "No line `ANSWER: <number>` was given." };
    const ok = Math.abs(reported - known) < 1e-6;
    return ok ? { ok } : { ok, reason: `${reported} is not the answer to the question.` };
  };
}
