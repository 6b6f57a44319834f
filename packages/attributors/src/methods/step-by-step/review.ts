import { askForSteps } from "../../asking/ask-for-steps.ts";
import type { Judge } from "../../asking/judge.ts";
import type { Answer, Question } from "../../asking/question/question.ts";
import type { Calls } from "../../finding/calls.ts";
import type { StepJudgement } from "./question.ts";

/** When step-by-step stops asking: at the first step judged a mistake, or never. */
export type Stop = "at-mistake" | "never";

/** @internal Result of reviewing some steps of a trajectory, in order. */
export interface Review {
  /** Score of each step under review, in their order; `undefined` where the answer is missing. */
  readonly scores: readonly (number | undefined)[];
  /** The first step judged a mistake, as an index into the trajectory. */
  readonly step: number | undefined;
  readonly reason: string | undefined;
  /** The answer about each step under review; `undefined` without a question, or if the answer is missing. */
  readonly reasons: readonly (string | undefined)[];
}

/**
 * @internal Reviews steps one after the other.
 *
 * @param calls     counts the answers
 * @param questions one for each step of the trajectory
 * @param steps     the steps to review, ascending
 */
export async function reviewSteps(
  judge: Judge,
  calls: Calls,
  questions: readonly Question<StepJudgement>[],
  steps: readonly number[],
  stop: Stop,
  signal?: AbortSignal,
): Promise<Review> {
  const asked = steps.flatMap((step) => questions[step] ?? []);
  const answers =
    stop === "never" ? await askForSteps(judge, asked, signal) : await askUntilMistake(judge, asked, signal);
  const verdicts = answers.map((answer, index) => calls.take(answer, `Step ${(steps[index] ?? 0) + 1}`));
  const found = verdicts.findIndex((verdict) => verdict?.mistake === true);
  return {
    scores: scoresOf(verdicts, steps.length),
    step: steps[found],
    reason: verdicts[found]?.reason,
    reasons: steps.map((_, index) => verdicts[index]?.reason),
  };
}

async function askUntilMistake(
  judge: Judge,
  questions: readonly Question<StepJudgement>[],
  signal?: AbortSignal,
): Promise<readonly Answer<StepJudgement>[]> {
  const answers: Answer<StepJudgement>[] = [];
  for (const question of questions) {
    const answer = await judge.ask(question, signal);
    answers.push(answer);
    if (answer.status === "answered" && answer.value.mistake) break;
  }
  return answers;
}

/** The stated probabilities; steps after a stop share what the last answer has left of 1. */
function scoresOf(
  verdicts: readonly (StepJudgement | undefined)[],
  length: number,
): readonly (number | undefined)[] {
  const stated = verdicts.map((verdict) => verdict?.probability);
  const unasked = length - stated.length;
  const left = 1 - (stated.at(-1) ?? 0);
  return [...stated, ...Array.from({ length: unasked }, () => left / unasked)];
}
