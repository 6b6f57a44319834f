import type { Judge } from "../asking/judge.ts";
import type { Estimate } from "./attributor.ts";

/** @internal Estimate for a method that asks these questions, each once. */
export function estimateQuestions(
  judge: Pick<Judge, "countTokens">,
  questions: readonly Parameters<Judge["countTokens"]>[0][],
): Estimate {
  const inputTokens = questions.reduce((total, question) => total + judge.countTokens(question), 0);
  return { calls: questions.length, inputTokens };
}
