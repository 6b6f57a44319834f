import type { Trajectory } from "@langgraph-rollback/trajectory";

import type { Finding } from "./attributor.ts";
import type { Answer } from "./question.ts";
import { highestScore } from "./spread-scores.ts";
import { addUsage } from "./usage.ts";

/**
 * @internal What a method found that asks about each step by itself: it blames the most suspicious one.
 *
 * @param answers one for each step, in order: how likely it is the decisive one
 */
export function stepFinding({ steps }: Trajectory, answers: readonly Answer<number>[]): Finding {
  const scores = answers.map((answer) => (answer.status === "answered" ? answer.value : undefined));
  const step = highestScore(scores);
  const agent = steps[step ?? -1]?.agent;
  return {
    scores,
    ...(step === undefined ? {} : { step }),
    ...(agent === undefined ? {} : { agent }),
    usage: addUsage(answers.map(({ usage }) => usage)),
    problems: answers.flatMap((answer, index) =>
      answer.status === "missing" ? `Step ${index + 1}: ${answer.problem}` : [],
    ),
  };
}
