import type { Attributes, Span } from "./span.ts";

/** Attributes whose content a trajectory holds. */
const HELD =
  /^(gen_ai\.(input\.messages|output\.messages|system_instructions|prompt|completion|tool\.call\.arguments|tool\.call\.result|agent\.name|operation\.name|tool\.name)|llm\.(input_messages|output_messages)|(input|output)(\.value|\.mime_type)?|metadata|openinference\.span\.kind|langgraph_rollback|traceloop\.entity\.(input|output)|tool\.(name|description|parameters|json_schema)|error\.type)(\.|$)/;

/** Fields of a span beyond its step: its ids, and its attributes such as models and counts of tokens. */
export function leftOver({ attributes, spanId, traceId }: Span): Readonly<Record<string, unknown>> {
  return { traceId, spanId, ...further(attributes) };
}

/** Attributes that a trajectory has no place for. */
export function further(attributes: Attributes): Readonly<Record<string, unknown>> {
  const rest = [...attributes].filter(([name]) => !HELD.test(name));
  return rest.length === 0 ? {} : { attributes: Object.fromEntries(rest) };
}
