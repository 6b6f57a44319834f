import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Answer } from "../asking/question/question.ts";
import { addUsage } from "../asking/question/usage.ts";
import type { Finding, OneStepFinding } from "./attributor.ts";
import { blameOf } from "./blame.ts";
import { highestScore } from "./spread-scores.ts";

/**
 * @internal Finding of a method that asks about each step by itself: it blames the most suspicious one.
 *
 * @param answers one for each step, in order: how likely it is the decisive one
 */
export function stepFinding({ steps }: Trajectory, answers: readonly Answer<number>[]): Finding {
  const scores = answers.map((answer) => (answer.status === "answered" ? answer.value : undefined));
  return {
    scores,
    ...blameOf({ steps }, highestScore(scores)),
    usage: addUsage(answers.map(({ usage }) => usage)),
    problems: answers.flatMap((answer, index) =>
      answer.status === "missing" ? `Step ${index + 1}: ${answer.problem}` : [],
    ),
  };
}

/**
 * @internal Finding of such a method about one step.
 *
 * @param ask how likely the step is the decisive one
 * @throws {RangeError} if there is no such step
 */
export async function oneStepFinding(
  { steps }: Trajectory,
  step: number,
  ask: () => Promise<Answer<number>>,
): Promise<OneStepFinding> {
  if (steps[step] === undefined)
    throw new RangeError(`Expected \`step\` to be a whole number in [0, ${steps.length}), got ${step}.`);
  const answer = await ask();
  const { usage } = answer;
  return answer.status === "answered"
    ? { score: answer.value, usage, problems: [] }
    : { score: undefined, usage, problems: [`Step ${step + 1}: ${answer.problem}`] };
}

/** @internal The probability that an answer states. */
export function statedProbability(answer: Answer<{ readonly probability: number }>): Answer<number> {
  return answer.status === "answered" ? { ...answer, value: answer.value.probability } : answer;
}
