import { readLogprobs, type Step, type ToolCall } from "@langgraph-rollback/attribution/trajectory";
import type { Unread } from "../imported.ts";
import { type FoundStep, instruct } from "../messages/found-run.ts";
import { isFields } from "../fields.ts";
import { isoTime } from "../iso-time.ts";
import { given, restOf } from "../messages/fields.ts";
import { shapedOrUnread, type FieldPlace } from "../told-shape.ts";
import { textOf } from "../messages/text-of.ts";
import { CalledTools, toolCall } from "../messages/tool-call.ts";
import { type ChatMessage, chatMessage, STEP_FIELDS } from "./chat-message.ts";

const INSTRUCTING: ReadonlySet<string> = new Set(["system", "developer"]);

/** The agent that a chat with one model is about. */
const AGENT = "assistant";

/** Messages of one chat, as steps. */
export class ChatSteps {
  readonly steps: FoundStep[] = [];
  readonly instructions: Map<string, string[]> = new Map();
  readonly #tools = new CalledTools();

  /** The first message of a user. */
  get task(): string {
    return this.steps.find(({ step }) => step.kind === "user")?.step.content ?? "";
  }

  /**
   * Reads one more message. What stands before the first step as the system's or the developer's message are instructions.
   *
   * @param logprobs of its tokens, where they stand beside the message
   */
  add(value: unknown, place: FieldPlace, tell: (unread: Unread) => void, logprobs?: unknown): void {
    const message = shapedOrUnread(value, chatMessage, place, tell);
    if (message === undefined) return;
    const content = textOf(message.content) || textOf(message.refusal);
    if (INSTRUCTING.has(message.role) && this.steps.length === 0)
      return instruct(this.instructions, AGENT, content);
    this.steps.push(this.#stepOf(message, content, logprobs ?? logprobsOf(message)));
  }

  #stepOf(message: ChatMessage, content: string, tokens: unknown): FoundStep {
    const toolCalls = callsOf(message);
    this.#tools.add(toolCalls);
    const told = { logprobs: tokens, text: content, callsTools: toolCalls.length > 0 };
    const logprobs = message.role === "assistant" ? readLogprobs([told]) : undefined;
    const time = isoTime(message["timestamp"]);
    return {
      step: {
        ...this.#actor(message),
        content,
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
        ...(logprobs === undefined ? {} : { logprobs }),
        ...(time === undefined ? {} : { endedAt: time }),
      },
      fields: { ...restOf(message, STEP_FIELDS), ...given({ toolCallId: message.tool_call_id }) },
    };
  }

  #actor({ name, role, tool_call_id: answered }: ChatMessage): Pick<Step, "agent" | "kind"> {
    const named = name === null || name === "" ? undefined : name;
    if (role === "assistant") return { agent: named ?? AGENT, kind: "model" };
    if (role === "tool" || role === "function")
      return { agent: named ?? this.#tools.nameOf(answered) ?? "tool", kind: "tool" };
    return { agent: named ?? role, kind: role === "user" ? "user" : "other" };
  }
}

/** Log-probabilities that a message holds itself, or as LangChain stores them. */
function logprobsOf({ logprobs, response_metadata: metadata }: ChatMessage): unknown {
  return logprobs ?? (isFields(metadata) ? metadata["logprobs"] : undefined);
}

/** The calls that a message makes, in both forms. */
export function callsOf({ function_call: old, tool_calls: calls }: ChatMessage): readonly ToolCall[] {
  const read = (calls ?? []).map((call) => toolCall(call.function.name, call.function.arguments, call.id));
  return old === null || old === undefined ? read : [...read, toolCall(old.name, old.arguments, undefined)];
}
