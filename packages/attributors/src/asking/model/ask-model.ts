import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

import { ModelFailedError } from "../../errors/model-failed-error.ts";
import { ModelNameError } from "@langgraph-rollback/attribution";
import { readAnswer } from "../answer/read-answer.ts";
import { tokensOf } from "../question/prompt.ts";
import type { Answer, Asked, Question } from "../question/question.ts";
import { addUsage, NO_USAGE, type Usage } from "../question/usage.ts";
import { countTokens } from "../text/count-tokens.ts";
import { CallTimeoutError } from "./deadline.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { isHopeless } from "./failures.ts";
import type { StructuredOutput } from "./output-method.ts";
import { costOf, type Prices } from "./prices.ts";
import { readReply } from "./read-reply.ts";

/** If an answer is unusable or takes too long, the question is asked once more. */
const ATTEMPTS = 2;
/** So many questions in a row that got no answer of any kind, and the endpoint counts as lost. */
const LOST = 5;

/** Endpoints that count nothing say nothing, or 0. */
const count = z.number().nonnegative().optional().catch(undefined);
const toldUsage = z.looseObject({
  input_tokens: z.number().positive(),
  output_tokens: z.number(),
  input_token_details: z
    .looseObject({ cache_read: count, cache_creation: count })
    .optional()
    .catch(undefined),
});

/** @internal Makes the messages of a question for a way to ask; `problem` is what was wrong with the last answer. */
export type Render = (question: Asked, way: StructuredOutput, problem?: string) => readonly BaseMessage[];

type Outcome<T> =
  | { readonly kind: "answered"; readonly usage: Usage; readonly answer: Answered<T> }
  | {
      readonly kind: "unusable";
      readonly usage: Usage;
      readonly problem: string;
      readonly way: StructuredOutput | undefined;
    }
  | { readonly kind: "failed"; readonly usage: Usage; readonly cause: unknown };
type Answered<T> = Extract<Answer<T>, { readonly status: "answered" }>;
type Before = { readonly problem?: string; readonly way?: StructuredOutput | undefined };

/**
 * @internal Gets answers from a model: asks once more where an answer is no use, and then counts it as missing.
 *
 * @throws as `Judge.ask`
 */
export function modelAsker(
  id: string,
  endpoint: Endpoint,
  render: Render,
  prices: Prices | undefined,
): <T>(question: Question<T>, signal?: AbortSignal) => Promise<Answer<T>> {
  let everAnswered = false;
  let lost = 0;

  const usageOf = ({ said, way, refused }: Call, text: string): Usage => {
    const told = toldUsage.safeParse("problem" in said ? undefined : said.usage_metadata).data;
    const inputTokens = told?.input_tokens ?? tokensOf(way.messages);
    const outputTokens = told?.output_tokens ?? countTokens(text);
    const { cache_read: read = 0, cache_creation: written = 0 } = told?.input_token_details ?? {};
    // A provider's details can be more than the whole.
    const cacheRead = Math.min(read, inputTokens);
    const cacheWrite = Math.min(written, inputTokens - cacheRead);
    const cost = costOf(prices, id, { inputTokens, outputTokens, cacheRead, cacheWrite });
    return {
      ...NO_USAGE,
      calls: 1 + refused,
      inputTokens,
      outputTokens,
      ...(cost === undefined ? {} : { cost }),
    };
  };

  const once = async <T>(
    question: Question<T>,
    before: Before,
    signal?: AbortSignal,
  ): Promise<Outcome<T>> => {
    const start = performance.now();
    const took = (usage: Usage) => ({ usage: { ...usage, latency: performance.now() - start } });
    let call: Call;
    try {
      call = await endpoint.call(
        question,
        (way) => render(question, way, before.problem),
        before.way,
        signal,
      );
    } catch (cause) {
      signal?.throwIfAborted();
      return { kind: "failed", cause, ...took({ ...NO_USAGE, calls: 1 }) };
    }
    everAnswered = true;
    lost = 0;
    const { text, problem, tokens } =
      "problem" in call.said ? { text: "", tokens: undefined, ...call.said } : readReply(call.said);
    const read = problem === undefined ? readAnswer(text, question) : { problem };
    const { usage } = took(usageOf(call, text));
    if ("problem" in read)
      return { kind: "unusable", problem: read.problem, way: endpoint.after(call), usage };
    endpoint.confirm(call.way.method);
    const answer: Answer<T> = { status: "answered", value: read.value, usage, raw: text, tokens };
    return { kind: "answered", usage, answer };
  };

  const withoutAnswer = (cause: unknown, usage: Usage): Answer<never> => {
    if (cause instanceof ModelNameError) throw cause;
    lost += 1;
    if (!everAnswered || lost >= LOST || isHopeless(cause)) throw new ModelFailedError(id, cause);
    return { status: "missing", problem: `The endpoint failed: ${firstLine(cause)}`, usage };
  };

  return async (question, signal) => {
    let usage = NO_USAGE;
    let before: Before = {};
    for (let left = ATTEMPTS - 1; ; left -= 1) {
      const outcome = await once(question, before, signal);
      usage = addUsage([usage, outcome.usage]);
      if (outcome.kind === "answered") return { ...outcome.answer, usage };
      if (outcome.kind === "failed") {
        if (left === 0 || !(outcome.cause instanceof CallTimeoutError))
          return withoutAnswer(outcome.cause, usage);
        continue;
      }
      const { problem, way } = outcome;
      if (left === 0) return { status: "missing", problem, usage };
      before = { problem, way };
    }
  };
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";
}
