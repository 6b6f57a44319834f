import { redactValue, type Redact } from "@langgraph-rollback/attribution";

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
