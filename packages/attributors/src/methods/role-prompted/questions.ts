import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { asLine } from "../../asking/text/frame.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { terseTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import type { Role } from "./roles.ts";

const INSTRUCTIONS = `You are one of several analysts who examine the record of a failed run of one or more AI agents. Each looks at it in a manner of its own, which you are told after the record.

${DECISIVE_STEP}

${TERSE_TRACE}

Where a summary of the failure is shown, a colleague wrote it after reading the trace. It may be wrong: the trace decides.`;

const SUMMARISE =
  "Summarise why the run failed: what was asked for, what came out instead, and the steps that led from one to the other, by number. Name competing explanations where you see them.";

const SUMMARY: z.ZodType<Summary> = z.object({
  summary: z
    .string()
    .describe("Why the run failed, in at most 150 words, with the numbers of the steps that matter"),
});

const OPINION: z.ZodType<RoleAnswer> = z.object({
  evidence: z.string().describe("What in the trace speaks for or against the step, in one or two sentences"),
  probability: z
    .number()
    .min(0)
    .max(1)
    .describe("Probability that the step asked about is the decisive one, judged in your manner"),
});

interface Summary {
  readonly summary: string;
}

/** @internal Opinion of one role on one step. */
export interface RoleAnswer {
  readonly evidence: string;
  readonly probability: number;
}

/** @internal Changes with the prompts, the roles' manners excepted. */
export const OPINION_VERSION: readonly string[] = [
  INSTRUCTIONS,
  SUMMARISE,
  askOf({ name: "", manner: "" }, 0),
  ...[SUMMARY, OPINION].map(shapeVersion),
];

/** @internal Asks why the run failed. */
export function summaryQuestion(evidence: Evidence, redact: Redact | undefined): Question<Summary> {
  return {
    name: "role-prompted-summary",
    instructions: INSTRUCTIONS,
    evidence: terseTexts(evidence, redact),
    ask: SUMMARISE,
    answer: SUMMARY,
  };
}

/**
 * @internal One question for each step and role, step by step; they differ only after the evidence.
 *
 * @param summary a model's words, and so as untrusted as the trace that it read; absent where nobody could summarise
 */
export function opinionQuestions(
  evidence: Evidence,
  redact: Redact | undefined,
  summary: string | undefined,
  roles: readonly Role[],
): readonly Question<RoleAnswer>[] {
  const texts = [
    ...terseTexts(evidence, redact),
    ...(summary === undefined ? [] : [{ label: "summary", text: asLine(summary) }]),
  ];
  return evidence.trajectory.steps.flatMap((_, index) =>
    roles.map((role) => ({
      name: "role-prompted",
      instructions: INSTRUCTIONS,
      evidence: texts,
      ask: askOf(role, index),
      answer: OPINION,
      shapeFirst: true,
    })),
  );
}

function askOf({ manner }: Role, index: number): string {
  return `${manner}\n\nHow probable is it that step ${index + 1} is the decisive one?`;
}
