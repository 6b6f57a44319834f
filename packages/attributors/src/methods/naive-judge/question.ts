import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { FramedText } from "../../asking/text/frame.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { terseTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";

const INSTRUCTIONS = `You examine the record of a failed run of one or more AI agents. You are asked of one step at a time how probable it is that this step is the decisive one.

${DECISIVE_STEP}

${TERSE_TRACE}

Exactly one step of the run is decisive. Before you looked, each was as suspect as any other; go up from there where the trace speaks against the step, and down where it speaks for it or against another one. Use the whole range from 0 to 1.`;

const ANSWER: z.ZodType<Suspicion> = z.object({
  probability: z.number().min(0).max(1).describe("Probability that the step asked about is the decisive one"),
});

/** @internal */
export interface Suspicion {
  readonly probability: number;
}

/** @internal Changes with the prompt. */
export const SUSPICION_VERSION: readonly string[] = [INSTRUCTIONS, askOf(0), shapeVersion(ANSWER)];

/** @internal One question for each step; all show the whole trace and differ only after it. */
export function suspicionQuestions(
  evidence: Evidence,
  redact: Redact | undefined,
): readonly Question<Suspicion>[] {
  const texts = terseTexts(evidence, redact);
  return evidence.trajectory.steps.map((_, index) => suspicionQuestion(texts, index));
}

/** @internal The question about one step, by what is shown of the run. */
export function suspicionQuestion(texts: readonly FramedText[], index: number): Question<Suspicion> {
  return {
    name: "naive-judge",
    instructions: INSTRUCTIONS,
    evidence: texts,
    ask: askOf(index),
    answer: ANSWER,
    shapeFirst: true,
  };
}

function askOf(index: number): string {
  return `How probable is it that step ${index + 1} is the decisive one?`;
}
