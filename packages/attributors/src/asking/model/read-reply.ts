import type { AIMessage } from "@langchain/core/messages";
import { z } from "zod";

import { tokenLogprob, type TokenProbability } from "../question/token-probability.ts";

/** @internal A model's answer, without its reasoning. */
export interface Reply {
  /** The answer's text: what was written, or the arguments of the function that was called. */
  readonly text: string;
  /** Why nothing can come of it: refused, or cut off. */
  readonly problem: string | undefined;
  /** Probabilities of the tokens, where the endpoint tells them. */
  readonly tokens: readonly TokenProbability[] | undefined;
}

const metadata = z.looseObject({
  finish_reason: z.string().nullish(),
  stop_reason: z.string().nullish(),
  finishReason: z.string().nullish(),
  done_reason: z.string().nullish(),
});

const logprobs = z.looseObject({
  logprobs: z.looseObject({
    content: z.array(tokenLogprob.extend({ top_logprobs: z.array(tokenLogprob).nullish() })),
  }),
});

/** @internal Reads a message of any provider. */
export function readReply(message: AIMessage): Reply {
  return { text: textOf(message), problem: problemOf(message), tokens: tokensOf(message) };
}

function textOf({ tool_calls = [], invalid_tool_calls = [], text }: AIMessage): string {
  const [call] = tool_calls;
  if (call !== undefined) return JSON.stringify(call.args);
  return invalid_tool_calls[0]?.args ?? withoutThoughts(text);
}

/** Some endpoints leave what a reasoning model thought in its text; the opening tag may be part of the prompt. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf("</think>");
  if (end >= 0) return text.slice(end + "</think>".length);
  return /^\s*<think>/.test(text) ? "" : text;
}

function problemOf({ additional_kwargs, response_metadata }: AIMessage): string | undefined {
  if (typeof additional_kwargs["refusal"] === "string") return "The model refused to answer.";
  const { data } = metadata.safeParse(response_metadata);
  const reasons = [data?.finish_reason, data?.stop_reason, data?.finishReason, data?.done_reason];
  if (
    reasons.some(
      (reason) => reason !== undefined && reason !== null && /^(length|max_?tokens)$/i.test(reason),
    )
  )
    return "The answer was cut off because it was too long.";
  if (reasons.includes("content_filter")) return "The model refused to answer.";
  return undefined;
}

function tokensOf({ response_metadata }: AIMessage): readonly TokenProbability[] | undefined {
  const { data } = logprobs.safeParse(response_metadata);
  return data?.logprobs.content.map(({ top_logprobs, ...said }) => ({ ...said, top: top_logprobs ?? [] }));
}
