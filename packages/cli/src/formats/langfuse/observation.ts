import { z } from "zod";
import { boundedValue } from "../bounded-value.ts";
import { decoded, type Fields, fieldsOf, firstText } from "../fields.ts";
import { withValues } from "../spans/imported-spans.ts";
import { messagesIn } from "../spans/message.ts";
import { outputText } from "../spans/output-text.ts";
import { errorIn } from "../spans/span-error.ts";
import type { Span, SpanKind } from "../spans/span.ts";
import { isoTime } from "../iso-time.ts";

const text = z.nullish(z.string());

/** One observation of Langfuse: a call of a model, a tool, or a span around others. */
export interface Observation {
  readonly id: string;
  readonly type?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly parentObservationId?: string | null | undefined;
  readonly level?: string | null | undefined;
  readonly statusMessage?: string | null | undefined;
  readonly [field: string]: unknown;
}

export const observationShape: z.ZodType<Observation> = z.looseObject({
  id: z.string(),
  type: text,
  name: text,
  startTime: text,
  endTime: text,
  parentObservationId: text,
  level: text,
  statusMessage: text,
});

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map([
  ["GENERATION", "model"],
  ["TOOL", "tool"],
  ["RETRIEVER", "retriever"],
  ["AGENT", "agent"],
  ["EVALUATOR", "aside"],
  ["GUARDRAIL", "aside"],
]);

/** An observation as a span. */
export function spanOf(observation: Observation): Span {
  const { id, parentObservationId: parent } = observation;
  const metadata = fieldsOf(decoded(observation["metadata"]));
  const attributes = fieldsOf(decoded(metadata["attributes"]));
  const kind = kindOf(observation);
  const [start, end] = [isoTime(observation.startTime), isoTime(observation.endTime)];
  const error = errorOf(observation);
  const name = nameOf(observation, kind, attributes);
  const agent = agentOf(observation, attributes);
  const call = firstText(attributes["gen_ai.tool.call.id"], attributes["ai.toolCall.id"]);
  const system = systemIn(attributes);
  return {
    id,
    ...(typeof parent === "string" ? { parent } : {}),
    name,
    kind,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    input: decoded(observation["input"]),
    // A text that is JSON stays as it was written, where it is no message.
    output: observation["output"],
    ...(error === undefined ? {} : { error }),
    metadata,
    ...(agent === undefined ? {} : { agent }),
    ...(call === undefined ? {} : { call }),
    ...(system === undefined ? {} : { system }),
    fields: originFields(observation, metadata),
  };
}

/** LangChain's tools come as spans: their output is the message of a tool. */
function kindOf({ output, type }: Observation): SpanKind {
  const kind = KINDS.get(type?.toUpperCase()) ?? "chain";
  if (kind !== "chain") return kind;
  const { kwargs, messages, tool_call_id: id } = fieldsOf(decoded(output));
  const isToolMessage =
    messages === undefined && (id !== undefined || fieldsOf(kwargs)["tool_call_id"] !== undefined);
  return isToolMessage ? "tool" : "chain";
}

function errorOf({ level, output, statusMessage }: Observation): Span["error"] {
  if (level?.toUpperCase() !== "ERROR") return undefined;
  const said = firstText(statusMessage) ?? outputText(output);
  return said === "" ? { name: "Error", message: "" } : errorIn(said);
}

function nameOf({ name, type }: Observation, kind: SpanKind, attributes: Fields): string {
  const own = firstText(name) ?? type?.toLowerCase() ?? "observation";
  if (kind === "tool")
    return (
      firstText(attributes["gen_ai.tool.name"], attributes["ai.toolCall.name"], attributes["tool.name"]) ??
      own
    );
  return kind === "agent" ? own.replace(/^invoke_agent /, "") : own;
}

/** Agents that instrumentations name in attributes. CrewAI's stands in the text of a task's input alone. */
function agentOf({ input, name }: Observation, attributes: Fields): string | undefined {
  const told = firstText(
    attributes["gen_ai.agent.name"],
    attributes["agent.name"],
    attributes["graph.node.id"],
    attributes["ai.telemetry.functionId"],
  );
  if (told !== undefined || name !== "Task._execute_core") return told;
  const { agent } = fieldsOf(decoded(input));
  return typeof agent === "string" ? /\brole='([^']+)'/.exec(agent.slice(0, 10_000))?.[1] : undefined;
}

function systemIn(attributes: Fields): string | undefined {
  const [message] = messagesIn({ system: decoded(attributes["gen_ai.system_instructions"]) });
  return message?.text;
}

/** Fields that a step or its origin has a place for elsewhere, or that say nothing of the run. */
const PLACED: ReadonlySet<string> = new Set([
  "id",
  "traceId",
  "parentObservationId",
  "projectId",
  "startTime",
  "endTime",
  "input",
  "output",
  "metadata",
  "createdAt",
  "updatedAt",
  "toolCalls",
  "toolCallNames",
  "toolDefinitions",
]);

/** Attributes that repeat what stands in the observation itself. */
const REPEATED =
  /^(input|output|llm\.(input|output)_messages|gen_ai\.(input|output|prompt|completion)|ai\.prompt)\b/;

function originFields(observation: Observation, metadata: Fields): Fields {
  const rest = Object.entries(observation).filter(([name]) => !PLACED.has(name));
  const { attributes, resourceAttributes: _resource, scope: _scope, ...own } = metadata;
  const kept = Object.entries(fieldsOf(attributes)).filter(([name]) => !REPEATED.test(name));
  return withValues({
    ...Object.fromEntries(rest),
    metadata: withValues({ ...own, attributes: boundedValue(Object.fromEntries(kept)) }),
  });
}
