import { largest } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import type { View } from "./views.ts";

const INSTRUCTIONS = `You estimate how probable each step of a failed run of AI agents is to be the decisive one.

${DECISIVE_STEP}

${TERSE_TRACE}

Follow the failure back to its origin first. Percentages add up to about 100 over the run; tell improbable steps apart, too.`;

const ANSWER: z.ZodType<Percentages> = z.object({
  reason: z.string(),
  steps: z.array(z.object({ step: z.number(), percent: z.number().min(0).max(100) })),
});

/** @internal The answer about the steps of one view. */
export interface Percentages {
  readonly reason: string;
  /** Counted from 1, each step once. */
  readonly steps: readonly { readonly step: number; readonly percent: number }[];
}

/** @internal Changes with the prompt. */
export const JOINT_VERSION: readonly string[] = [
  INSTRUCTIONS,
  askOf([0, 1], 2),
  askOf([0, 1], 3),
  askAgain([0, 1]),
  shapeVersion(ANSWER),
];

/** @internal Asks about the steps of a view. */
export function scoreQuestion(view: View, length: number): Question<Percentages> {
  return questionOf(view, view.steps, askOf(view.steps, length));
}

/** @internal Asks about the most suspect steps again. */
export function compareQuestion(view: View, suspects: readonly number[]): Question<Percentages> {
  return questionOf(view, suspects, askAgain(suspects));
}

function questionOf({ evidence }: View, asked: readonly number[], ask: string): Question<Percentages> {
  const answer = ANSWER;
  return {
    name: "joint",
    instructions: INSTRUCTIONS,
    evidence,
    ask,
    answer,
    shapeFirst: true,
    check: (said) => about(asked, said),
  };
}

function askOf(steps: readonly number[], length: number): string {
  if (steps.length === length) return `How probable is each of steps 1 to ${length}?`;
  const [first = 0] = steps;
  return `You see the steps ${first + 1} to ${(steps.at(-1) ?? first) + 1} of ${length} in full, of the others at most the beginning. How probable is each of steps ${first + 1} to ${(steps.at(-1) ?? first) + 1}? The decisive step may well be another one.`;
}

function askAgain(suspects: readonly number[]): string {
  const names = suspects.map((step) => step + 1).join(", ");
  return `On a first look, the most suspect steps were ${names}. Look at them again: which of them only carries on what an earlier one brought in, and which was put right later? How probable is each of steps ${names} now?`;
}

/** Takes only the question's steps, and the highest score of each. Refuses answers that leave out more than half. */
function about(asked: readonly number[], { reason, steps }: Percentages): Percentages | Error {
  const kept = asked.flatMap((index) => {
    const said = steps.filter(({ step }) => step === index + 1).map(({ percent }) => percent);
    return said.length === 0 ? [] : [{ step: index + 1, percent: largest(said) }];
  });
  if (2 * kept.length >= asked.length) return { reason, steps: kept };
  return new RangeError(`Expected each of ${asked.length} steps once, got ${kept.length} of them.`);
}
