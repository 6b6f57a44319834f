import type { Step, ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { isFields } from "../fields.ts";
import { textOf } from "../messages/text-of.ts";
import { toolCall } from "../messages/tool-call.ts";

/** A message or an event, or a line of a log. */
export type Event = Readonly<Record<string, unknown>>;

/** Types of messages and events that agents leave, and those of lines in logs. */
const TYPES: ReadonlySet<unknown> = new Set([
  "TextMessage",
  "MultiModalMessage",
  "StopMessage",
  "HandoffMessage",
  "StructuredMessage",
  "ToolCallMessage",
  "ToolCallResultMessage",
  "ToolCallRequestEvent",
  "ToolCallExecutionEvent",
  "ToolCallSummaryMessage",
  "UserInputRequestedEvent",
  "MemoryQueryEvent",
  "ModelClientStreamingChunkEvent",
  "ThoughtEvent",
  "SelectSpeakerEvent",
  "SelectorEvent",
  "CodeGenerationEvent",
  "CodeExecutionEvent",
  "OrchestrationEvent",
  "AgentEvent",
  "WebSurferEvent",
  "LLMCallEvent",
  // Of a model's context.
  "SystemMessage",
  "UserMessage",
  "AssistantMessage",
  "FunctionExecutionResultMessage",
]);

/** Events that tell of no act: a question to come, and pieces of a message that follows whole. */
export const PASSED_OVER: ReadonlySet<unknown> = new Set([
  "UserInputRequestedEvent",
  "ModelClientStreamingChunkEvent",
]);

/** Purposes of steps by types that say more than that an agent spoke. */
const PURPOSES: ReadonlyMap<unknown, string> = new Map([
  ["ThoughtEvent", "thought"],
  ["ToolCallSummaryMessage", "tool call summary"],
  ["StopMessage", "stop"],
  ["MemoryQueryEvent", "memory"],
  ["SelectSpeakerEvent", "speaker selection"],
  ["SelectorEvent", "speaker selection"],
  ["CodeGenerationEvent", "code generation"],
  ["WebSurferEvent", "web"],
]);

const ANSWERS: ReadonlySet<unknown> = new Set([
  "ThoughtEvent",
  "ToolCallRequestEvent",
  "ToolCallMessage",
  "CodeGenerationEvent",
  "AssistantMessage",
]);

/** Types of messages that request calls of tools, and of those that bring the results. */
const REQUESTS: ReadonlySet<unknown> = new Set(["ToolCallRequestEvent", "ToolCallMessage"]);
const RESULTS: ReadonlySet<unknown> = new Set([
  "ToolCallExecutionEvent",
  "ToolCallResultMessage",
  "FunctionExecutionResultMessage",
]);

/** The event itself where it stands in another object, as in `{"type": "TextMessage", "model_dump": {...}}`. */
export function eventIn(value: unknown): Event | undefined {
  if (!isFields(value)) return undefined;
  const { model_dump: dump, ...about } = value;
  return isFields(dump) ? { ...about, ...dump } : value;
}

/** Whether a value is a message, an event or a line of a log. */
export function isEvent(value: unknown): boolean {
  const event = eventIn(value);
  if (event === undefined) return false;
  const type = baseType(event["type"]);
  return TYPES.has(type) && (typeof event["source"] === "string" || type === "LLMCallEvent");
}

/** Whether a step that an event gives was made by a model: it says that, or its tokens do. */
export function kindOf({ models_usage: usage, source, type }: Event): Step["kind"] | undefined {
  if (source === "user" || source === "human") return "user";
  if (type === "CodeExecutionEvent") return "tool";
  if (type === "ToolCallSummaryMessage" || type === "MemoryQueryEvent" || type === "SystemMessage")
    return "other";
  return ANSWERS.has(type) || isFields(usage) ? "model" : undefined;
}

/** The purpose that a type tells. */
export function purposeOf(type: unknown): string | undefined {
  return PURPOSES.get(type);
}

/** Content as text, wherever a type has it. */
export function eventText({ content, message, result }: Event): string {
  return textOf(content ?? message ?? (isFields(result) ? result["output"] : result));
}

/** The calls that a request makes. */
export function requested({ content, type }: Event): readonly ToolCall[] | undefined {
  const isRequest = REQUESTS.has(type) || (type === "AssistantMessage" && Array.isArray(content));
  if (!isRequest) return undefined;
  return records(content).map(({ arguments: args, id, name }) => toolCall(textOf(name) || "tool", args, id));
}

/** The results that an execution brings. */
export function executed({ content, type }: Event): readonly Event[] | undefined {
  return RESULTS.has(type) ? records(content) : undefined;
}

function records(value: unknown): readonly Event[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** `StructuredMessage[Answer]` is a structured message. */
function baseType(type: unknown): unknown {
  return typeof type === "string" ? type.replace(/\[.*$/s, "") : type;
}
