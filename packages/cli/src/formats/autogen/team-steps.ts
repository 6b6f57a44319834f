import type { Step } from "@langgraph-rollback/attribution/trajectory";
import type { Unread } from "../imported.ts";
import { type FoundStep, instruct } from "../messages/found-run.ts";
import { isoTime } from "../iso-time.ts";
import { given, restOf } from "../messages/fields.ts";
import type { FieldPlace } from "../told-shape.ts";
import { isFields } from "../fields.ts";
import { textOf } from "../messages/text-of.ts";
import { CalledTools } from "../messages/tool-call.ts";
import { type ChatMessage, chatMessage } from "../openai-chat/chat-message.ts";
import { callsOf } from "../openai-chat/chat-steps.ts";
import { actedAs } from "../published/acted-as.ts";
import { fieldName } from "../published/read-rows.ts";
import {
  type Event,
  eventIn,
  eventText,
  executed,
  isEvent,
  kindOf,
  PASSED_OVER,
  purposeOf,
  requested,
} from "./autogen-events.ts";

/** Fields of an event that a step has a place for. */
const READ: ReadonlySet<string> = new Set([
  "type",
  "source",
  "content",
  "message",
  "target",
  "created_at",
  "timestamp",
  "metadata",
  "module",
]);
const CHAT_READ: ReadonlySet<string> = new Set([
  "role",
  "content",
  "name",
  "tool_calls",
  "function_call",
  "tool_responses",
]);

/** Messages of a team, as steps. */
export class TeamSteps {
  readonly steps: FoundStep[] = [];
  readonly instructions: Map<string, string[]> = new Map();
  readonly #ids = new Set<unknown>();
  readonly #tools = new CalledTools();
  #isChat = false;
  readonly #calls = { count: 0, promptTokens: 0, completionTokens: 0 };

  /** Calls of models that a log counts, and does not show. */
  get modelCalls(): Readonly<Record<string, number>> | undefined {
    return this.#calls.count === 0 ? undefined : this.#calls;
  }

  /** The first request of a person; in a chat of AG2 among agents the first message. */
  get task(): string {
    const asked = this.steps.find(({ step }) => step.kind === "user");
    return (asked ?? (this.#isChat ? this.steps[0] : undefined))?.step.content ?? "";
  }

  /** Whether all of these messages were read: a result repeats the messages that led to it. */
  hasRead(values: readonly unknown[]): boolean {
    return values.every((value) => {
      const id = eventIn(value)?.["id"];
      return id !== undefined && this.#ids.has(id);
    });
  }

  /** Reads one more message. */
  add(value: unknown, { line, path }: FieldPlace, tell: (unread: Unread) => void): void {
    if (isEvent(value)) return this.#event(eventIn(value) ?? {});
    const chat = chatMessage.safeParse(value);
    if (chat.success) return this.#message(chat.data);
    tell({
      line,
      field: fieldName(path),
      reason: "Expected a message with `type` and `source`, or with `role` and `content`.",
    });
  }

  #event(event: Event): void {
    const { id, type } = event;
    if (id !== undefined && id !== null) this.#ids.add(id);
    if (PASSED_OVER.has(type)) return;
    if (type === "LLMCallEvent") return this.#count(event);
    if (type === "SystemMessage" && this.steps.length === 0)
      return instruct(this.instructions, textOf(event["source"]), eventText(event));
    const results = executed(event);
    if (results !== undefined) return results.forEach((result) => this.#result(result, event));
    const toolCalls = requested(event);
    if (toolCalls !== undefined) this.#tools.add(toolCalls);
    const acted = actedAs(textOf(event["source"]));
    const purpose = acted.purpose ?? purposeOf(type);
    const to = acted.to ?? (typeof event["target"] === "string" ? event["target"] : undefined);
    const kind = kindOf(event);
    this.#push(event, {
      agent: acted.agent,
      ...(to === undefined ? {} : { to }),
      ...(purpose === undefined ? {} : { purpose }),
      content: toolCalls === undefined ? eventText(event) : "",
      ...(kind === undefined ? {} : { kind }),
      ...(toolCalls === undefined || toolCalls.length === 0 ? {} : { toolCalls }),
    });
  }

  #result({ call_id: id, content, is_error: failed, name }: Event, event: Event): void {
    const text = textOf(content);
    const agent = textOf(name) || (this.#tools.nameOf(id) ?? "tool");
    const error = failed === true ? { error: { name: "ToolError", message: text } } : {};
    this.#push(
      event,
      { agent, content: text, kind: "tool", ...error },
      { toolCallId: id, of: event["source"] },
    );
  }

  #push(event: Event, step: Omit<Step, "index">, more: Readonly<Record<string, unknown>> = {}): void {
    const time = isoTime(event["created_at"] ?? event["timestamp"]);
    this.steps.push({
      step: { ...step, ...(time === undefined ? {} : { endedAt: time }) },
      fields: { ...given(more), ...metadataOf(event), ...restOf(event, READ), type: event["type"] },
    });
  }

  /** A message of AG2, or of Magentic-One where the role names the agent. */
  #message(message: ChatMessage): void {
    const { content, name, role } = message;
    this.#isChat = true;
    const text = textOf(content);
    const named = name === null || name === undefined || name === "" ? actedAs(role) : { agent: name };
    if (role === "system" && this.steps.length === 0) return instruct(this.instructions, named.agent, text);
    const responses = message["tool_responses"];
    const answers = Array.isArray(responses) ? responses.filter(isFields) : [];
    for (const answer of answers) this.#answer(answer, named.agent);
    if (answers.length > 0) return;
    const toolCalls = callsOf(message);
    this.#tools.add(toolCalls);
    const isUser = named.agent === "human" || named.agent === "user";
    this.steps.push({
      step: {
        ...named,
        content: text,
        ...(isUser ? { kind: "user" } : toolCalls.length > 0 ? { kind: "model" } : {}),
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
      },
      fields: { ...restOf(message, CHAT_READ), ...(named.agent === role ? {} : { role }) },
    });
  }

  #answer({ content, tool_call_id: id }: Event, of: string): void {
    const agent = this.#tools.nameOf(id) ?? "tool";
    this.steps.push({
      step: { agent, content: textOf(content), kind: "tool" },
      fields: given({ toolCallId: id, of }),
    });
  }

  #count({ completion_tokens: completion, prompt_tokens: prompt }: Event): void {
    this.#calls.count += 1;
    if (typeof prompt === "number") this.#calls.promptTokens += prompt;
    if (typeof completion === "number") this.#calls.completionTokens += completion;
  }
}

function metadataOf({ metadata }: Event): Readonly<Record<string, unknown>> {
  return isFields(metadata) && Object.keys(metadata).length > 0 ? given({ metadata }) : {};
}
