import { createHash } from "node:crypto";

import type { Evidence } from "../attributor.ts";
import { promptOf } from "../judge.ts";
import type { Prompt } from "../question.ts";
import { evidenceTexts } from "../transcript.ts";

const INSTRUCTIONS = `The record of a failed run of AI agents follows. The decisive step is the earliest one whose mistake the run did not recover from. Say of the step asked about whether it is the decisive one: answer yes or no, nothing else.`;

/** @internal What a tuned model answers, and is trained to answer. */
export const LABELS = ["no", "yes"] as const;

/** @internal A message as training files and endpoints write it. */
export interface ChatTurn {
  readonly role: "system" | "user";
  readonly content: string;
}

/**
 * @internal What a tuned model reads, one prompt for each step: the same in training and in use. All show the whole trace and
 * differ in their last line alone. Short, as training does what instructions do elsewhere.
 */
export function labelPrompts(evidence: Evidence): readonly Prompt[] {
  const texts = evidenceTexts(evidence);
  return evidence.trajectory.steps.map((_, index) => ({
    name: "fine-tuned",
    instructions: INSTRUCTIONS,
    evidence: texts,
    ask: `Is step ${index + 1} the decisive one?`,
  }));
}

/** @internal A prompt's messages, for training files. */
export function turnsOf(prompt: Prompt): readonly ChatTurn[] {
  return promptOf(prompt).map((message) => ({
    role: message.type === "system" ? "system" : "user",
    content: message.text,
  }));
}

/** @internal A prompt as one text, for models with a classification head. */
export function plainText(prompt: Prompt): string {
  return turnsOf(prompt)
    .map(({ content }) => content)
    .join("\n\n");
}

/** @internal Changes with everything that a tuned model reads: frames, too, as it was trained on them. */
export function promptVersion(): string {
  const steps = [{ index: 0, agent: "a", content: "b" }];
  const example = labelPrompts({ trajectory: { id: "", task: "", steps }, reason: "c", groundTruth: "d" });
  return createHash("sha256").update(example.map(plainText).join("\n")).digest("hex").slice(0, 16);
}
