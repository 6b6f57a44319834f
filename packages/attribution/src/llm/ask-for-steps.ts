import type { Answer, Question } from "./question.ts";
import type { Judge } from "./judge.ts";

/**
 * @internal Asks one question for each step: the first alone, so that an endpoint's prompt cache holds what they share, then
 * the others at once.
 *
 * @returns the answers in the order of the questions
 */
export async function askForSteps<T>(
  judge: Judge,
  questions: readonly Question<T>[],
  signal?: AbortSignal,
): Promise<readonly Answer<T>[]> {
  const [first, ...others] = questions;
  if (first === undefined) return [];
  const answer = await judge.ask(first, signal);
  return [answer, ...(await Promise.all(others.map((question) => judge.ask(question, signal))))];
}
