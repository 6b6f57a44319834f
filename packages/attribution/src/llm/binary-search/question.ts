import { z } from "zod";

import type { Evidence } from "../attributor.ts";
import { DECISIVE_STEP } from "../decisive-step.ts";
import type { Question } from "../question.ts";
import type { Redact } from "../redact-text.ts";
import { TERSE_TRACE } from "../terse-trace.ts";
import { terseTexts } from "../transcript.ts";
import type { Decision } from "./halving-scores.ts";
import { middleOf, type Segment } from "./segment.ts";

const INSTRUCTIONS = `You narrow down where a failed run of one or more AI agents went wrong. You see a part of its trace, which holds the decisive step, and say in which half of this part it is.

${DECISIVE_STEP}

${TERSE_TRACE}

What stands before the part that you see was found to be right. If both halves hold mistakes, the half with the mistake that the others follow from is meant.`;

const ANSWER: z.ZodType<Half> = z.object({
  reason: z.string().describe("The mistake that decides for this half, in one or two sentences"),
  half: z.enum(["first", "second"]).describe("The half that holds the decisive step"),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe("Probability that it is in this half; a half if you cannot tell"),
});

/** @internal Where the decisive step is said to be. */
export interface Half extends Decision {
  readonly reason: string;
}

/** @internal Changes with the prompt. */
export const HALF_VERSION: readonly string[] = [
  INSTRUCTIONS,
  askOf({ low: 0, high: 1 }),
  JSON.stringify(z.toJSONSchema(ANSWER)),
];

/** @internal Asks which half of a segment of at least two steps holds the decisive one. */
export function halfQuestion(
  evidence: Evidence,
  redact: Redact | undefined,
  segment: Segment,
): Question<Half> {
  const steps = evidence.trajectory.steps.slice(segment.low, segment.high + 1);
  return {
    name: "binary-search",
    instructions: INSTRUCTIONS,
    evidence: terseTexts(evidence, redact, steps),
    ask: askOf(segment),
    answer: ANSWER,
    shapeFirst: true,
  };
}

function askOf({ low, high }: Segment): string {
  const middle = middleOf({ low, high });
  return `The trace shows ${stepsText(low, high)}. Is the decisive step in the first half, ${stepsText(low, middle)}, or in the second, ${stepsText(middle + 1, high)}?`;
}

function stepsText(low: number, high: number): string {
  return low === high ? `step ${low + 1}` : `steps ${low + 1} to ${high + 1}`;
}
