import { isAIMessage, ToolMessage, type AIMessage, type UsageMetadata } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";

import { describeError } from "../errors/describe-error.ts";
import { messagesIn } from "../langgraph/message-text.ts";
import type { AgentCall } from "./agent-call.ts";
import { CALLS_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import { writeBeside } from "./middleware-state.ts";

type Configurable = Readonly<Record<string, unknown>> | undefined;

const ERROR_LENGTH = 500;

/**
 * @internal Makes a call and notes down how it went. What the call gives or throws is passed on as it is; interrupts
 * are pauses, not calls.
 */
export async function recordCall<T>(
  context: MiddlewareContext,
  call: Pick<AgentCall, "kind" | "name" | "message">,
  configurable: Configurable,
  run: () => T | Promise<T>,
): Promise<T> {
  const note = noteCall(context, call, configurable);
  try {
    const result = await run();
    note(described(result));
    return result;
  } catch (error) {
    if (!isGraphBubbleUp(error)) note({ error: cut(describeError(error)) });
    throw error;
  }
}

/** The clock is the user's, the state LangGraph's: what fails there must not cost the agent its answer. */
function noteCall(
  context: MiddlewareContext,
  call: Pick<AgentCall, "kind" | "name" | "message">,
  configurable: Configurable,
): (outcome: Partial<AgentCall>) => void {
  let start: number | undefined;
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      context.report(configurable, error);
    }
  };
  guarded(() => {
    start = context.clock();
  });
  return (outcome) =>
    guarded(() => {
      if (start === undefined) return;
      const task: unknown = configurable?.["checkpoint_ns"];
      const latency = context.clock() - start;
      const id = context.ids();
      const named = typeof task === "string" ? { task } : {};
      const noted: AgentCall = { id, ...call, ...named, start, latency, ...outcome };
      writeBeside(configurable, { [CALLS_CHANNEL]: { calls: [noted], dropped: 0 } });
    });
}

/** Facts about a call in its result: a model's counts, a tool's error. */
function described(result: unknown): Partial<AgentCall> {
  if (ToolMessage.isInstance(result))
    return result.status === "error" ? { error: cut({ name: "ToolError", message: result.text }) } : {};
  const message = answerIn(result);
  if (message === undefined) return {};
  const { id } = message;
  const model: unknown = message.response_metadata["model_name"];
  return {
    ...(typeof model === "string" ? { name: model } : {}),
    ...(id === undefined ? {} : { message: id }),
    ...counted(message.usage_metadata),
  };
}

function counted(usage: UsageMetadata | undefined): Pick<AgentCall, "tokens"> {
  if (usage === undefined) return {};
  const { input_tokens: input, output_tokens: output, total_tokens: total } = usage;
  return { tokens: { input, output, total } };
}

/** A model's answer; with a structured response it comes among messages, whatever LangChain's types say. */
function answerIn(result: unknown): AIMessage | undefined {
  const said =
    typeof result === "object" && result !== null && "messages" in result ? result.messages : result;
  return messagesIn(said).find(isAIMessage);
}

function cut(error: { readonly name: string; readonly message: string }): NonNullable<AgentCall["error"]> {
  return { name: error.name, message: error.message.slice(0, ERROR_LENGTH) };
}
