import { jsonText } from "../bounded-value.ts";
import { type Fields, fieldsOf, firstText, isFields, itemsOf, textIn } from "../fields.ts";

/** A tool call that a message asks for. */
export interface MessageCall {
  readonly name: string;
  readonly args: unknown;
  readonly id?: string;
}

/** A message of a chat, whichever convention wrote it. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool" | "other";
  readonly text: string;
  readonly calls: readonly MessageCall[];
  /** Answers of tools, by the ids of their calls. */
  readonly results: readonly { readonly id: string; readonly text: string }[];
}

const ROLES: ReadonlyMap<string, Message["role"]> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["human", "user"],
  ["assistant", "assistant"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["tool", "tool"],
  ["function", "tool"],
  ["SystemMessage", "system"],
  ["HumanMessage", "user"],
  ["AIMessage", "assistant"],
  ["AIMessageChunk", "assistant"],
  ["ToolMessage", "tool"],
]);

export const roleOf = (name: unknown): Message["role"] => ROLES.get(textIn(name) ?? "") ?? "other";

/** The messages of a value: a list of them, or one; other values are none. A text is read as JSON. */
export function messagesIn(value: unknown): readonly Message[] {
  const read = jsonIn(value);
  const list = Array.isArray(read) ? read : [read];
  return list.flat().flatMap((item) => {
    const message = messageIn(item);
    return message === undefined ? [] : [message];
  });
}

/** The value of a text that is JSON; any other value as it is. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function messageIn(value: unknown): Message | undefined {
  if (!isFields(value)) return undefined;
  const { fields, kind } = unwrapped(value);
  const role = ROLES.get(kind ?? "");
  const { content, parts } = fields;
  if (role === undefined && parts === undefined) return undefined;
  const pieces = itemsOf(parts ?? content).map(fieldsOf);
  const id = firstText(fields["tool_call_id"], fields["toolCallId"]);
  const text = textOf(parts ?? content);
  return {
    role: role ?? "other",
    text,
    calls: [...pieces.filter(isCall), ...itemsOf(fields["tool_calls"]).map(fieldsOf)].map(callOf),
    results: [
      ...pieces.filter(isResult).flatMap(resultOf),
      ...(role === "tool" && id !== undefined ? [{ id, text }] : []),
    ],
  };
}

/** A message's fields and who speaks. LangChain writes them inside of `kwargs` or `data`, and its class beside. */
function unwrapped(value: Fields): { readonly fields: Fields; readonly kind: string | undefined } {
  const inner = value["message"];
  if (isFields(inner) && value["role"] === undefined) return unwrapped(inner);
  if (isFields(value["kwargs"]))
    return { fields: value["kwargs"], kind: textIn(itemsOf(value["id"]).at(-1)) };
  const fields = isFields(value["data"]) ? value["data"] : value;
  return { fields, kind: firstText(fields["role"], value["type"]) };
}

const isCall = ({ type }: Fields): boolean => type === "tool_call" || type === "tool_use";
const isResult = ({ type }: Fields): boolean => type === "tool_call_response" || type === "tool_result";

/** A tool call as OpenAI, LangChain, Anthropic and OpenTelemetry write it. */
function callOf(value: Fields): MessageCall {
  const called = isFields(value["function"]) ? value["function"] : value;
  const id = textIn(value["id"]);
  return {
    name: textIn(called["name"]) ?? "",
    args: called["arguments"] ?? called["args"] ?? called["input"] ?? null,
    ...(id === undefined ? {} : { id }),
  };
}

function resultOf(part: Fields): Message["results"] {
  const id = firstText(part["id"], part["tool_use_id"]);
  if (id === undefined) return [];
  return [{ id, text: textOf(part["response"] ?? part["result"] ?? part["content"]) }];
}

/** The text of a content: a text, parts with texts among them, or another value as JSON. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content)) return jsonText(content);
  return content
    .flatMap((part) => {
      if (typeof part === "string") return [part];
      const { content: said, text, type } = fieldsOf(part);
      if (isCall(fieldsOf(part)) || isResult(fieldsOf(part)) || type === "reasoning" || type === "thinking")
        return [];
      const own = typeof text === "string" ? text : said;
      return typeof own === "string" ? [own] : [`[${textIn(type) ?? "part"}]`];
    })
    .join("\n");
}
