import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import { countTokens } from "../count-tokens.ts";
import { promptOf } from "../judge.ts";
import type { Answer, Prompt } from "../question.ts";
import type { Usage } from "../usage.ts";
import { labelProbability } from "./label-probability.ts";
import { plainText } from "./prompt.ts";
import type { StepClassifier } from "./step-classifier.ts";

/** Texts in one request to a classification route. */
const BATCH = 8;

/** @internal Says of prompts how probable "yes" is. */
export interface Labeller {
  readonly id: string;
  /** How many calls a number of prompts takes. */
  calls(prompts: number): number;
  /** @returns the answers in the order of the prompts */
  label(prompts: readonly Prompt[], signal?: AbortSignal): Promise<readonly Answer<number>[]>;
}

/** @internal A tuned chat model: the first prompt alone, so that a prompt cache holds the trace, then the others at once. */
export function chatLabeller(model: BaseChatModel, id: string): Labeller {
  return {
    id,
    calls: (prompts) => prompts,
    label: async (prompts, signal) => {
      const first = await Promise.all(prompts.slice(0, 1).map((prompt) => chatAnswer(model, prompt, signal)));
      const others = prompts.slice(1).map((prompt) => chatAnswer(model, prompt, signal));
      return [...first, ...(await Promise.all(others))];
    },
  };
}

/** @internal A model with a classification head, in requests of a few prompts, one after the other. */
export function classifierLabeller(classifier: StepClassifier): Labeller {
  return {
    id: classifier.id,
    calls: (prompts) => Math.ceil(prompts / BATCH),
    label: async (prompts, signal) => {
      const answers: Answer<number>[] = [];
      for (let start = 0; start < prompts.length; start += BATCH) {
        const batch = prompts.slice(start, start + BATCH);
        answers.push(...(await batchAnswers(classifier, batch, signal)));
      }
      return answers;
    },
  };
}

async function chatAnswer(
  model: BaseChatModel,
  prompt: Prompt,
  signal?: AbortSignal,
): Promise<Answer<number>> {
  const started = performance.now();
  const input = countTokens(plainText(prompt));
  const usage = (inputTokens: number, outputTokens: number): Usage => ({
    calls: 1,
    inputTokens,
    outputTokens,
    latency: performance.now() - started,
  });
  try {
    const options = { runName: prompt.name, ...(signal === undefined ? {} : { signal }) };
    const reply = await model.invoke([...promptOf(prompt)], options);
    const { input_tokens: read = input, output_tokens: written = countTokens(reply.text) } =
      reply.usage_metadata ?? {};
    const value = labelProbability(reply);
    return value === undefined
      ? { status: "missing", problem: "The answer is neither yes nor no.", usage: usage(read, written) }
      : { status: "answered", value, usage: usage(read, written), raw: reply.text };
  } catch (error) {
    signal?.throwIfAborted();
    return { status: "missing", problem: String(error), usage: usage(input, 0) };
  }
}

async function batchAnswers(
  classifier: StepClassifier,
  prompts: readonly Prompt[],
  signal?: AbortSignal,
): Promise<readonly Answer<number>[]> {
  const started = performance.now();
  const texts = prompts.map(plainText);
  const usageOf = (index: number): Usage => ({
    calls: index === 0 ? 1 : 0,
    inputTokens: countTokens(texts[index] ?? ""),
    outputTokens: 0,
    latency: index === 0 ? performance.now() - started : 0,
  });
  try {
    const values = await classifier.classify(texts, signal);
    return texts.map((_, index) => answerOf(values[index], usageOf(index)));
  } catch (error) {
    signal?.throwIfAborted();
    return texts.map((_, index) => ({ status: "missing", problem: String(error), usage: usageOf(index) }));
  }
}

function answerOf(value: number | undefined, usage: Usage): Answer<number> {
  return value !== undefined && value >= 0 && value <= 1
    ? { status: "answered", value, usage, raw: String(value) }
    : { status: "missing", problem: `Expected a probability, got ${value}.`, usage };
}
