import type { BaseMessage } from "@langchain/core/messages";
import { type AnswerVerdict, judgeAnswer, type Problem } from "@langgraph-rollback/example-simulation";
import { ANSWERER } from "./names.ts";

interface FinishedRun {
  /** Undefined when an exception escaped. */
  readonly output:
    | { readonly messages: readonly BaseMessage[]; readonly artifacts: readonly BaseMessage[] }
    | undefined;
}

/** A verifier for `withRollback`: compares what the answerer reported to the known answer, which its reason never says. */
export function verifyReport(problems: readonly Problem[]): (run: FinishedRun) => AnswerVerdict {
  const judge = judgeAnswer(problems);
  return ({ output }) => {
    if (output === undefined) return { ok: false, reason: "The run ended with an error." };
    const report = output.artifacts.findLast(({ name }) => name === ANSWERER)?.text ?? "";
    return judge(output.messages[0]?.text ?? "", report);
  };
}
