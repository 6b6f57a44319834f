import { redactValue, type Redact } from "@langgraph-rollback/attribution";
import type { Step } from "@langgraph-rollback/attribution/trajectory";

/** Places in which words of people, models and tools may be told. */
export interface Content {
  readonly onSpans: boolean;
  readonly onEvents: boolean;
  /** A text or a value without what must not leave. */
  readonly redacted: (value: string | object) => unknown;
}

const SPANS = ["true", "span_only", "span_and_event"];
const EVENTS = ["true", "event_only", "span_and_event"];

/**
 * The content that may be told.
 *
 * @param asked value of the variable OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT; nothing is told without it
 */
export function contentFor(asked: string | undefined, redact: Redact | undefined): Content {
  const wanted = asked?.trim().toLowerCase() ?? "";
  return {
    onSpans: SPANS.includes(wanted),
    onEvents: EVENTS.includes(wanted),
    redacted: (value) => (redact === undefined ? value : redactValue(value, redact)),
  };
}

/** The text of an error or a reason, as far as it may be told. */
export const toldText = ({ redacted }: Content, text: string): string => String(redacted(text));

/** Roles of messages by kinds of steps. */
const ROLES = { user: "user", model: "assistant", tool: "tool", other: "assistant" } as const;

/** The result of a step, as `gen_ai.output.messages` has it. */
export function outputMessages({ content, kind = "other", toolCalls = [] }: Step, told: Content): string {
  const text = content === "" ? [] : [{ type: "text", content }];
  const calls = toolCalls.map(({ args, id, name }) => ({
    type: "tool_call",
    ...(id === undefined ? {} : { id }),
    name,
    arguments: args,
  }));
  const messages = [{ role: ROLES[kind], parts: [...text, ...calls] }];
  return JSON.stringify(told.redacted(messages));
}
