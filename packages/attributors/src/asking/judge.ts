import type { z } from "zod";

import { cachedAnswer } from "./cache/cached-answer.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { modelAsker } from "./model/ask-model.ts";
import { promptBudget } from "./model/context-tokens.ts";
import { endpointOf } from "./model/endpoint.ts";
import { modelId } from "./model/model-id.ts";
import { shapeText, type StructuredOutput } from "./model/output-method.ts";
import { renderPrompt, tokensOf, type RenderedPrompt } from "./question/prompt.ts";
import type { Answer, Prompt, Question } from "./question/question.ts";

/** @internal A model that answers questions in a given shape. */
export interface Judge {
  /** Identifies the model in fingerprints. */
  readonly id: string;
  /** Tokens that a prompt may have; longer ones are shortened. */
  readonly promptTokens: number;
  /**
   * If an answer is unusable, cut off or refused, the question is asked once more. After that, the answer is missing.
   *
   * @throws {ModelFailedError} if the endpoint has never answered, or not for long, or refuses key or model
   * @throws {ModelNameError} if there is no model of that name
   * @throws the signal's reason once `signal` is aborted
   */
  ask<T>(question: Question<T>, signal?: AbortSignal): Promise<Answer<T>>;
  /** Tokens that a question's prompt has, counted without calling; with the shape of the answer where it is given. */
  countTokens(prompt: PromptAndShape): number;
}

type PromptAndShape = Prompt & { readonly answer?: z.ZodType };

/** @internal A judge; its questions share a queue, a cache, and what is found out about the model. */
export function judgeOf(options: JudgeOptions): Judge {
  const { model, cache, prices, redact } = options;
  const id = modelId(model);
  const endpoint = endpointOf(options);
  const budget = promptBudget(id, options.contextTokens);
  let first: Promise<unknown> | undefined;

  const render = (prompt: PromptAndShape, way: StructuredOutput, problem?: string): RenderedPrompt => {
    const { answer } = prompt;
    const shape = answer === undefined ? undefined : shapeText({ answer }, way);
    return renderPrompt(prompt, { redact, budget, problem, shape });
  };
  const askModel = modelAsker(id, endpoint, (...asked) => render(...asked).messages, prices);

  /** The first question finds out how to ask; those that come meanwhile wait for it. */
  const askInTurn = async <T>(question: Question<T>, signal?: AbortSignal): Promise<Answer<T>> => {
    if (!endpoint.isUnknown()) return askModel(question, signal);
    if (first !== undefined) {
      await first;
      signal?.throwIfAborted();
      return askModel(question, signal);
    }
    const answer = askModel(question, signal);
    first = answer.catch(() => {});
    return answer;
  };

  const ask = async <T>(question: Question<T>, signal?: AbortSignal): Promise<Answer<T>> => {
    signal?.throwIfAborted();
    const { messages, shortened } = render(question, "text");
    const asking = () => askInTurn(question, signal);
    const answer = await (cache === undefined
      ? asking()
      : cachedAnswer(cache, id, question, messages, asking));
    return shortened ? { ...answer, usage: { ...answer.usage, shortened: 1 } } : answer;
  };

  return {
    id,
    promptTokens: budget,
    ask,
    countTokens: (prompt) => tokensOf(render(prompt, "text").messages),
  };
}
