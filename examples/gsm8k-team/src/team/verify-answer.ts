import type { BaseMessage } from "@langchain/core/messages";
import { type AnswerVerdict, judgeAnswer, type Problem } from "@langgraph-rollback/example-simulation";

interface FinishedRun {
  /** Undefined when an exception escaped. */
  readonly output: { readonly messages: readonly BaseMessage[] } | undefined;
}

/**
 * A verifier for `withRollback`: compares what the answerer reported to the known answer of the problem that the
 * conversation begins with. Its reason never says what that is.
 */
export function verifyAnswer(problems: readonly Problem[]): (run: FinishedRun) => AnswerVerdict {
  const judge = judgeAnswer(problems);
  return ({ output }) => {
    if (output === undefined) return { ok: false, reason: "The run ended with an error." };
    const question = output.messages.find(({ type }) => type === "human")?.text ?? "";
    const isReport = ({ name, type }: BaseMessage): boolean => name === "answerer" && type === "ai";
    return judge(question, output.messages.findLast(isReport)?.text ?? "");
  };
}
