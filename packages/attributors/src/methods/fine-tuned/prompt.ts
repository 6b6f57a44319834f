import { createHash } from "node:crypto";

import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import { shapeText } from "../../asking/model/output-method.ts";
import { renderPrompt } from "../../asking/question/prompt.ts";
import type { Question } from "../../asking/question/question.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { terseTexts } from "../../asking/text/transcript.ts";

const INSTRUCTIONS = `The record of a failed run of AI agents follows. The decisive step is the earliest one whose mistake the run did not recover from. Say of the step asked about whether it is the decisive one.

${TERSE_TRACE}`;

/** @internal Labels that a tuned model may give. */
export const LABELS = ["no", "yes"] as const;

/** @internal Label that a tuned model gives a step. */
export interface Label {
  readonly decisive: (typeof LABELS)[number];
}

const ANSWER: z.ZodType<Label> = z.object({ decisive: z.enum(LABELS) });

/** @internal A message as training files write it. */
export interface ChatTurn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/**
 * @internal The questions to a tuned model, one for each step: the same in training and in use. All show the whole trace and differ only after it.
 * They are short: training replaces long instructions.
 */
export function labelQuestions(evidence: Evidence, redact?: Redact): readonly Question<Label>[] {
  const texts = terseTexts(evidence, redact);
  return evidence.trajectory.steps.map((_, index) => ({
    name: "fine-tuned",
    instructions: INSTRUCTIONS,
    evidence: texts,
    ask: `Is step ${index + 1} the decisive one?`,
    answer: ANSWER,
    shapeFirst: true,
  }));
}

/** @internal A question's messages as a judge sends them that asks for plain text. */
export function turnsOf(question: Question<Label>, redact?: Redact): readonly ChatTurn[] {
  const { messages } = renderPrompt(question, { shape: shapeText(question, "text"), redact });
  return messages.map((message) => ({
    role: message.type === "system" ? "system" : "user",
    content: message.text,
  }));
}

/** @internal A question as one text, for models with a classification head. */
export function plainText(question: Question<Label>, redact?: Redact): string {
  return renderPrompt(question, { redact })
    .messages.map((message) => message.text)
    .join("\n\n");
}

/** @internal Changes with everything that a tuned model reads: frames, too, as it was trained on them. */
export function promptVersion(): string {
  const steps = [{ index: 0, agent: "a", content: "b" }];
  const evidence = { trajectory: { id: "", task: "", steps }, reason: "c", groundTruth: "d" };
  const examples = labelQuestions(evidence).map((question) => turnsOf(question));
  return createHash("sha256").update(JSON.stringify(examples)).digest("hex").slice(0, 16);
}
