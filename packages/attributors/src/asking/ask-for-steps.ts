import type { Judge } from "./judge.ts";
import type { Answer, Question } from "./question/question.ts";

/**
 * @internal Asks one question for each step: the last one first and alone, then the others at once. An endpoint's prompt cache then holds the trace
 * as far as any of them shows it.
 *
 * @returns the answers in the order of the questions
 */
export async function askForSteps<T>(
  judge: Judge,
  questions: readonly Question<T>[],
  signal?: AbortSignal,
): Promise<readonly Answer<T>[]> {
  const last = questions.at(-1);
  if (last === undefined) return [];
  const answer = await judge.ask(last, signal);
  const others = questions.slice(0, -1).map((question) => judge.ask(question, signal));
  return [...(await Promise.all(others)), answer];
}
