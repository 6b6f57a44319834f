import type { Unread } from "../imported.ts";
import { attributesOf } from "./any-value.ts";
import { type Fields, fieldsOf, isFields, itemsOf, textIn } from "../fields.ts";
import type { Attributes, Span, SpanEvent } from "./span.ts";
import { nanosIn, spanId } from "./span-ids.ts";

/** Values that stand beside spans: their resource and scope. */
interface Around {
  readonly resource: Attributes;
  readonly scope: string | undefined;
  readonly line: number;
}

/** Whether a value has spans as OTLP/JSON has them. */
export const isOtlp = (value: unknown): boolean => isFields(value) && resourcesIn(value) !== undefined;

/** The spans of one OTLP/JSON value, in the order in which they stand. */
export function spansIn(value: unknown, line: number, tell: (unread: Unread) => void): readonly Span[] {
  const resources = resourcesIn(fieldsOf(value));
  if (resources === undefined) {
    tell({ line, field: "", reason: "Expected an object with `resourceSpans`." });
    return [];
  }
  return resources.flatMap((one, at) => {
    const fields = fieldsOf(one);
    const resource = attributesOf(fieldsOf(fields["resource"])["attributes"]);
    const scopes = listOf(fields, "scopeSpans", "scope_spans", "instrumentationLibrarySpans") ?? [];
    return scopes.flatMap((each, place) => {
      const scope = fieldsOf(each);
      const around = { resource, line, scope: textIn(fieldsOf(scope["scope"])["name"]) };
      return itemsOf(scope["spans"]).flatMap((span, index) => {
        const read = spanOf(span, around);
        if (typeof read !== "string") return [read];
        const field = `resourceSpans[${at}].scopeSpans[${place}].spans[${index}]`;
        tell({ line, field, reason: `Expected a span with ${read}.` });
        return [];
      });
    });
  });
}

const resourcesIn = (value: Fields): readonly unknown[] | undefined =>
  listOf(value, "resourceSpans", "resource_spans");

function listOf(fields: Fields, ...names: readonly string[]): readonly unknown[] | undefined {
  const found = names.map((name) => fields[name]).find((value) => Array.isArray(value));
  return found === undefined ? undefined : itemsOf(found);
}

/** A span, or the part that it lacks. */
function spanOf(value: unknown, around: Around): Span | string {
  if (!isFields(value)) return "fields";
  const field = (name: string, other: string): unknown => value[name] ?? value[other];
  const traceId = spanId(field("traceId", "trace_id"), 16);
  const own = spanId(field("spanId", "span_id"), 8);
  if (traceId === undefined) return "a `traceId`";
  if (own === undefined) return "a `spanId`";
  const status = fieldsOf(value["status"]);
  return {
    traceId,
    spanId: own,
    parent: spanId(field("parentSpanId", "parent_span_id"), 8),
    name: textIn(value["name"]) ?? "",
    start: nanosIn(field("startTimeUnixNano", "start_time_unix_nano")),
    end: nanosIn(field("endTimeUnixNano", "end_time_unix_nano")),
    attributes: attributesOf(value["attributes"]),
    events: itemsOf(value["events"]).map(eventOf),
    isFailed: status["code"] === 2 || status["code"] === "STATUS_CODE_ERROR",
    message: textIn(status["message"]),
    ...around,
  };
}

function eventOf(value: unknown): SpanEvent {
  const { attributes, name } = fieldsOf(value);
  return { name: textIn(name) ?? "", attributes: attributesOf(attributes) };
}
