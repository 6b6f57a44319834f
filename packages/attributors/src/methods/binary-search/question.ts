import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { terseTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import type { Decision } from "./halving-scores.ts";
import { middleOf, type Segment } from "./segment.ts";

const INSTRUCTIONS = `You see the record of a failed run of AI agents, or the part of it in which the decisive step was last placed, and say in which half of it that step is.

${DECISIVE_STEP}

${TERSE_TRACE}

What is not shown has not been found right, and this part may have been chosen wrongly. If both halves hold mistakes, the one that the others follow from counts.`;

const ANSWER: z.ZodType<Half> = z.object({
  reason: z.string().describe("The mistake that decides, in one or two sentences"),
  half: z.enum(["first", "second"]),
  confidence: z.number().min(0).max(1).describe("Probability of this half"),
});

/** @internal The half that holds the decisive step, by the answer. */
export interface Half extends Decision {
  readonly reason: string;
}

/** @internal Changes with the prompt. */
export const HALF_VERSION: readonly string[] = [
  INSTRUCTIONS,
  askOf({ low: 0, high: 1 }),
  shapeVersion(ANSWER),
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
  return `Is the decisive step in the first half, ${stepsText(low, middle)}, or in the second, ${stepsText(middle + 1, high)}?`;
}

function stepsText(low: number, high: number): string {
  return low === high ? `step ${low + 1}` : `steps ${low + 1} to ${high + 1}`;
}
