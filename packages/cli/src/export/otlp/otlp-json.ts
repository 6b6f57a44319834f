import { ATTRIBUTE_TYPES, type TelemetryAttributes } from "langgraph-rollback/inspection";

/** An attribute's value as OTLP/JSON writes it. 64-bit numbers are texts there. */
type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } };

/** An attribute as OTLP/JSON writes it. */
export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/** An event of a span. */
export interface OtlpEvent {
  readonly name: string;
  readonly timeUnixNano: string;
  readonly attributes: readonly KeyValue[];
}

/** A link to another span. */
export interface OtlpLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: readonly KeyValue[];
}

/** A span as OTLP/JSON writes it. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: inside of one process. */
  readonly kind: 1;
  /** "0" where nobody recorded it. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly OtlpEvent[];
  readonly links: readonly OtlpLink[];
  /** 2: ended with an error. */
  readonly status: { readonly code?: 2; readonly message?: string };
}

/** Attributes in the form of OTLP/JSON, each with the type that the table of names gives it. */
export function keyValues(attributes: TelemetryAttributes): readonly KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (Array.isArray(value))
      return [{ key, value: { arrayValue: { values: value.map((item) => plain(item, "int")) } } }];
    return typeof value === "string" || Number.isFinite(value)
      ? [{ key, value: plain(value, typeOf(key)) }]
      : [];
  });
}

const typeOf = (key: string): unknown => Reflect.get(ATTRIBUTE_TYPES, key);

function plain(value: unknown, type: unknown): AnyValue {
  if (typeof value !== "number") return { stringValue: String(value) };
  return type === "double" ? { doubleValue: value } : { intValue: String(value) };
}

/** A time in nanoseconds since the epoch; "0" for one that is unknown. */
export function nanos(time: string | undefined): string {
  const ms = Date.parse(time ?? "");
  return Number.isNaN(ms) || ms <= 0 ? "0" : `${BigInt(ms) * 1_000_000n}`;
}
