import type { BaseMessage } from "@langchain/core/messages";
import { type AnswerVerdict, judgeAnswer, type Problem } from "@langgraph-rollback/example-simulation";

interface FinishedRun {
  /** Undefined when an exception escaped. */
  readonly output: { readonly messages: readonly BaseMessage[]; readonly answer?: string } | undefined;
}

/** A verifier for `withRollback`: compares what the agents agreed on to the known answer, which its reason never says. */
export function verifyAgreedAnswer(problems: readonly Problem[]): (run: FinishedRun) => AnswerVerdict {
  const judge = judgeAnswer(problems);
  return ({ output }) => {
    if (output === undefined) return { ok: false, reason: "The run ended with an error." };
    return judge(output.messages[0]?.text ?? "", output.answer ?? "");
  };
}
