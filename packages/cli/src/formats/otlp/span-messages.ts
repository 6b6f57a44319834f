import { indexedMessages } from "./indexed-messages.ts";
import { type Fields, fieldsOf, itemsOf, jsonIn } from "../fields.ts";
import { contentText, heldIn, type Message } from "../spans/message.ts";
import type { Span } from "./span.ts";

/** The messages that a span was given and gave, by whichever convention holds them. */
export interface SpanMessages {
  /** System prompts, in order. */
  readonly system: readonly string[];
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

/** Reads the messages of a span: current, deprecated and indexed attributes of OpenTelemetry, its events, and OpenInference. */
export function spanMessages(span: Span): SpanMessages {
  const input = firstOf(INPUTS, span);
  const instructions = valueOf(span, "gen_ai.system_instructions");
  const told = contentText(jsonIn(instructions));
  return {
    system: [
      ...(told === "" ? [] : [told]),
      ...input.filter(({ role, text }) => role === "system" && text !== "").map(({ text }) => text),
    ],
    input: input.filter(({ role }) => role !== "system"),
    output: withLogprobs(withCalls(firstOf(OUTPUTS, span), span), span),
  };
}

type Source = (span: Span) => readonly Message[];

const INPUTS: readonly Source[] = [
  (span) => heldIn(valueOf(span, "gen_ai.input.messages")),
  ({ attributes }) => indexedMessages(attributes, "llm.input_messages"),
  ({ attributes }) => indexedMessages(attributes, "gen_ai.prompt"),
  (span) => heldIn(valueOf(span, "gen_ai.prompt")),
  (span) => spokenIn(span, "input"),
  ({ attributes }) => heldIn(attributes.get("input.value")),
  ({ attributes }) => heldIn(attributes.get("traceloop.entity.input")),
  ({ attributes }) => heldIn(attributes.get("input")),
];

const OUTPUTS: readonly Source[] = [
  (span) => heldIn(valueOf(span, "gen_ai.output.messages")),
  ({ attributes }) => indexedMessages(attributes, "llm.output_messages"),
  ({ attributes }) => indexedMessages(attributes, "gen_ai.completion"),
  (span) => said(valueOf(span, "gen_ai.completion")),
  (span) => spokenIn(span, "output"),
  ({ attributes }) => said(attributes.get("output.value")),
  ({ attributes }) => said(attributes.get("traceloop.entity.output")),
  ({ attributes }) => said(attributes.get("output")),
];

function firstOf(sources: readonly Source[], span: Span): readonly Message[] {
  for (const source of sources) {
    const found = source(span);
    if (found.length > 0) return found;
  }
  return [];
}

/** Some writers put what a span holds into an event of it. */
function valueOf({ attributes, events }: Span, name: string): unknown {
  return attributes.get(name) ?? events.find((event) => event.attributes.has(name))?.attributes.get(name);
}

/** OpenInference for LangChain leaves tool calls out of its messages: they stand in the serialized output. */
function withCalls(output: readonly Message[], { attributes }: Span): readonly Message[] {
  if (output.some(({ calls }) => calls.length > 0)) return output;
  const [last, ...before] = output.toReversed();
  const calls = heldIn(attributes.get("output.value")).flatMap((message) => message.calls);
  if (last === undefined || calls.length === 0) return output;
  return [...before.toReversed(), { ...last, calls }];
}

/** No convention has attributes for log-probabilities: they stand in the answer as the model gave it, where OpenInference keeps that. */
function withLogprobs(output: readonly Message[], { attributes }: Span): readonly Message[] {
  const [only, ...others] = output;
  if (only === undefined || others.length > 0 || only.logprobs !== undefined) return output;
  const logprobs = heldIn(attributes.get("output.value")).find(
    (message) => message.logprobs !== undefined,
  )?.logprobs;
  return logprobs === undefined ? output : [{ ...only, logprobs }];
}

/** The messages in an output; one that has none is a message of its text. */
function said(value: unknown): readonly Message[] {
  const found = heldIn(value).filter(({ role }) => role !== "system");
  if (found.length > 0 || value === undefined || value === null) return found;
  const read = jsonIn(value);
  const { content, text } = fieldsOf(read);
  const own = typeof text === "string" ? text : content;
  return [spoken("assistant", typeof own === "string" ? own : contentText(value))];
}

const spoken = (role: Message["role"], text: string): Message => ({ role, text, calls: [], results: [] });

const EVENTS: ReadonlyMap<string, Message["role"]> = new Map([
  ["gen_ai.system.message", "system"],
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
  ["gen_ai.choice", "assistant"],
]);

/** Messages of the deprecated events, one a message. `gen_ai.choice` is what the model gave. */
function spokenIn({ events }: Span, where: "input" | "output"): readonly Message[] {
  return events.flatMap(({ attributes, name }) => {
    const role = EVENTS.get(name);
    if (role === undefined || (name === "gen_ai.choice") !== (where === "output")) return [];
    const inner = fieldsOf(jsonIn(attributes.get("gen_ai.event.content") ?? attributes.get("message")));
    const fields = { ...inner, ...bodyOf(attributes, inner) };
    return heldIn([{ ...fields, role }]);
  });
}

/** Fields of a message that stand as attributes of its event. */
function bodyOf(attributes: ReadonlyMap<string, unknown>, inner: Fields): Fields {
  const own = fieldsOf(inner["message"]);
  const content = attributes.get("content") ?? own["content"] ?? inner["content"];
  const calls = jsonIn(attributes.get("tool_calls") ?? own["tool_calls"] ?? inner["tool_calls"]);
  const id = attributes.get("tool_call_id") ?? attributes.get("id") ?? inner["id"];
  return {
    message: undefined,
    content: jsonIn(content),
    tool_calls: itemsOf(calls),
    ...(typeof id === "string" ? { tool_call_id: id } : {}),
  };
}
