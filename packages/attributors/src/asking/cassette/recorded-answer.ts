import { AIMessage, type BaseMessage, type MessageStructure } from "@langchain/core/messages";
import type { ChatGeneration } from "@langchain/core/outputs";
import { z } from "zod";

import type { RecordedAnswer } from "./cassette-format.ts";

/** The stored part of an endpoint's metadata: how the answer ended, and the probabilities of its tokens. */
const METADATA = ["finish_reason", "stop_reason", "finishReason", "done_reason", "logprobs"];

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);

const withUsage = z.object({ usage_metadata: z.record(z.string(), z.unknown()) });

/** @internal The stored part of a message: what readers of answers need, and nothing of the account. */
export function recordedAnswer({ message, generationInfo }: ChatGeneration): RecordedAnswer {
  const refusal = message.additional_kwargs["refusal"];
  const told = { ...generationInfo, ...message.response_metadata };
  const metadata = Object.entries(told).filter(([name]) => METADATA.includes(name));
  return {
    content: content.parse(message.content),
    metadata: Object.fromEntries(metadata),
    ...callsOf(message),
    ...(typeof refusal === "string" ? { refusal } : {}),
    ...usageOf(message),
  };
}

function callsOf(message: BaseMessage): Pick<RecordedAnswer, "toolCalls" | "brokenCalls"> {
  if (!AIMessage.isInstance(message)) return { toolCalls: [], brokenCalls: [] };
  const { tool_calls = [], invalid_tool_calls = [] } = message;
  return {
    toolCalls: tool_calls.map(({ id, name, args }) => ({
      ...(id === undefined ? {} : { id }),
      name,
      args: { ...args },
    })),
    brokenCalls: invalid_tool_calls.map(({ id, name, args, error }) => ({ id, name, args, error })),
  };
}

function usageOf(message: BaseMessage): Pick<RecordedAnswer, "usage"> {
  const { data } = withUsage.safeParse(message);
  return data === undefined ? {} : { usage: data.usage_metadata };
}

/** @internal The message again. */
export function replayedMessage(answer: RecordedAnswer): AIMessage {
  const { content: said, toolCalls, brokenCalls, refusal, metadata, usage } = answer;
  const message = new AIMessage<MessageStructure>({
    content: said,
    additional_kwargs: refusal === undefined ? {} : { refusal },
    response_metadata: metadata,
    tool_calls: toolCalls.map(({ id, ...call }) => ({
      type: "tool_call" as const,
      ...call,
      ...(id === undefined ? {} : { id }),
    })),
  });
  return Object.assign(message, {
    invalid_tool_calls: brokenCalls.map((call) => ({ type: "invalid_tool_call" as const, ...call })),
    ...(usage === undefined ? {} : { usage_metadata: usage }),
  });
}
