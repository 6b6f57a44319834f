import { BaseLLM } from "@langchain/core/language_models/llms";

import { askedGenerate, askedStream, type ModelForm } from "./asked-models.ts";
import { detour } from "./detour.ts";
import { textPromptOf } from "./prompt-of.ts";
import type { ModelAnswer } from "./recorded-answer.ts";

/** @internal Lets every LLM ask the gate around: a model that is given a text, and gives one. */
export function gateLlms(): void {
  const { prototype } = BaseLLM;
  detour(prototype, "generate", askedGenerate(textForm));
  detour(prototype, "_streamIterator", askedStream(textForm));
}

const textForm: ModelForm = {
  promptOf: textPromptOf,
  streamedPromptOf: textPromptOf,
  generationsOf: (answer) => textsOf(answer).map((text) => ({ text })),
  chunksOf: (answer) => textsOf(answer).slice(0, 1),
};

const textsOf = (answer: ModelAnswer): readonly string[] =>
  "texts" in answer ? answer.texts : answer.messages.map(({ text }) => text);
