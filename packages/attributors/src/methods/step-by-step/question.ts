import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Judge } from "../../asking/judge.ts";
import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import { countTokens } from "../../asking/text/count-tokens.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { redactSteps } from "../../asking/text/redact-steps.ts";
import { TERSE_TRACE, terseStep } from "../../asking/text/terse-trace.ts";
import { terseEvidence } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";

const INSTRUCTIONS = `You follow the record of a failed run of one or more AI agents, step by step. You see the run up to the step under review and nothing of what comes after it. You say whether this last step is the one that made the run fail.

${DECISIVE_STEP}

${TERSE_TRACE}

Judge the last step alone. Those before it may hold mistakes as well: one only carried on from there is not the last step's. Take what stood in the trace by then as what its agent could know. Do not be harsh: steps that are clumsy, slow or incomplete, and mistakes that a coming step can be expected to notice and put right, do not make a run fail.`;

const ANSWER: z.ZodType<StepJudgement> = z.object({
  reason: z.string().describe("What is right or wrong with the last step, in one or two sentences"),
  mistake: z.boolean().describe("Whether the last step holds a mistake that makes the run fail"),
  probability: z.number().min(0).max(1).describe("Probability that the last step is the decisive one"),
});

/** @internal The answer about one step. A mistake has a probability of at least a half, anything else at most a half. */
export interface StepJudgement {
  readonly reason: string;
  readonly mistake: boolean;
  readonly probability: number;
}

/** @internal Changes with the prompt. */
export const VERDICT_VERSION: readonly string[] = [INSTRUCTIONS, askOf(0), shapeVersion(ANSWER)];

/**
 * @internal One question for each step, which shows the trace up to that step: each begins with all that the one before
 * shows of the trace.
 */
export function verdictQuestions(
  evidence: Evidence,
  redact: Redact | undefined,
): readonly Question<StepJudgement>[] {
  const steps = terseSteps(evidence, redact);
  return steps.map((_, index) => verdictQuestion(evidence, steps.slice(0, index + 1).join("\n"), index));
}

/** @internal The one about a step. */
export function verdictQuestionAt(
  evidence: Evidence,
  redact: Redact | undefined,
  index: number,
): Question<StepJudgement> {
  return verdictQuestion(evidence, terseSteps(evidence, redact, index + 1).join("\n"), index);
}

function terseSteps({ trajectory }: Evidence, redact: Redact | undefined, count?: number): readonly string[] {
  return redactSteps(trajectory.steps.slice(0, count), redact).map(terseStep);
}

function verdictQuestion(evidence: Evidence, trace: string, index: number): Question<StepJudgement> {
  return {
    name: "step-by-step",
    instructions: INSTRUCTIONS,
    evidence: terseEvidence(evidence, trace),
    ask: askOf(index),
    answer: ANSWER,
    shapeFirst: true,
    check: consistent,
  };
}

/**
 * @internal Tokens of each question's prompt, at most what the judge leaves of it. The steps of the trace are counted once
 * each: as often as the questions show them, it would take long.
 */
export function verdictTokens(
  judge: Judge,
  evidence: Evidence,
  redact: Redact | undefined,
): readonly number[] {
  const most = judge.promptTokens;
  let trace = 0;
  return terseSteps(evidence, redact).map((step, index) => {
    if (trace < most) trace += countTokens(step, most) + 1;
    return Math.min(most, trace + judge.countTokens(verdictQuestion(evidence, "", index)));
  });
}

function askOf(index: number): string {
  return `Did step ${index + 1}, the last one, make the run fail?`;
}

/** Some models state how sure they are of a "no" instead of the probability of a "yes". */
function consistent(verdict: StepJudgement): StepJudgement {
  const { mistake, probability } = verdict;
  return { ...verdict, probability: mistake ? Math.max(probability, 0.5) : Math.min(probability, 0.5) };
}
