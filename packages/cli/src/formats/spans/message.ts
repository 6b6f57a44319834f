import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { jsonText } from "../bounded-value.ts";
import { toolArguments } from "../tool-arguments.ts";
import { decoded, type Fields, fieldsOf, firstText, isFields, itemsOf } from "../fields.ts";

/** A message of a chat, whichever library wrote it. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool" | "other";
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Answers of tools. */
  readonly results: readonly ToolResult[];
  /** Log-probabilities of its tokens, as OpenAI's protocol has them; absent where there are none. Untrusted. */
  readonly logprobs?: unknown;
}

/** An answer of a tool. */
export interface ToolResult {
  /** Id of the call. */
  readonly id: string;
  readonly text: string;
  readonly name?: string;
}

const ROLES: ReadonlyMap<unknown, Message["role"]> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["SystemMessage", "system"],
  ["user", "user"],
  ["human", "user"],
  ["HumanMessage", "user"],
  ["assistant", "assistant"],
  ["ai", "assistant"],
  ["AIMessage", "assistant"],
  ["AIMessageChunk", "assistant"],
  ["model", "assistant"],
  ["tool", "tool"],
  ["function", "tool"],
  ["ToolMessage", "tool"],
  ["FunctionMessage", "tool"],
]);

/** The role that a name means, whichever library gave it. */
export const roleOf = (name: unknown): Message["role"] => ROLES.get(name) ?? "other";

/** Fields that hold messages, by what an input or an output has first. */
const HOLDERS = ["messages", "generations", "choices", "message", "output", "input"] as const;

/** Lists in lists, and holders in holders, that are gone into. */
const DEEPEST = 8;

/** The messages in an input or an output as LangChain, OpenAI, Anthropic, OpenTelemetry or the AI SDK write it; none in other values. */
export function messagesIn(value: unknown, levels: number = DEEPEST): readonly Message[] {
  const read = decoded(value);
  if (levels === 0) return [];
  if (Array.isArray(read)) return read.flatMap((item) => messagesIn(item, levels - 1));
  if (typeof read === "string") return transcript(read);
  if (!isFields(read)) return [];
  const own = messageIn(read);
  if (own !== undefined) return [own];
  for (const name of HOLDERS) {
    const found = Object.hasOwn(read, name) ? heldIn(read[name], levels - 1) : [];
    if (found.length > 0) return [...instructionsIn(read), ...withLogprobs(found, read)];
  }
  return instructionsIn(read);
}

/** The same, but for a text that is no JSON: inside of a holder, or as an answer, it is no transcript. */
export function heldIn(value: unknown, levels: number = DEEPEST): readonly Message[] {
  const read = decoded(value);
  return typeof read === "string" ? [] : messagesIn(read, levels);
}

/** OpenAI has log-probabilities beside the message of a choice, LangChain also beside that of a generation. */
function withLogprobs(found: readonly Message[], holder: Fields): readonly Message[] {
  const [only, ...others] = found;
  const beside = logprobsIn(holder);
  if (only === undefined || others.length > 0 || only.logprobs !== undefined || beside === undefined)
    return found;
  return [{ ...only, logprobs: beside }];
}

function logprobsIn(fields: Fields): unknown {
  const places = [
    fields,
    ...["response_metadata", "generation_info", "generationInfo"].map((name) => fieldsOf(fields[name])),
  ];
  return places.map(({ logprobs }) => logprobs).find((each) => each !== null && each !== undefined);
}

/** Of the parts of a message by OpenAI's Responses. */
function logprobsOfParts(pieces: readonly Fields[]): unknown {
  const content = pieces.flatMap(({ logprobs }) => itemsOf(logprobs));
  return content.length === 0 ? undefined : { content };
}

function instructionsIn({ instructions, system }: Fields): readonly Message[] {
  const text = contentText(system ?? instructions);
  return text === "" ? [] : [{ role: "system", text, calls: [], results: [] }];
}

/** Messages on lines of one text: `system: You add.`, then `user: 1 + 1`. */
function transcript(text: string): readonly Message[] {
  if (!/^(system|user): /.test(text)) return [];
  return text.split(/^(?=(?:system|user|assistant|tool): )/m).map((said) => {
    const end = said.indexOf(": ");
    return {
      role: roleOf(said.slice(0, end)),
      text: said.slice(end + 2).replace(/\n$/, ""),
      calls: [],
      results: [],
    };
  });
}

function messageIn(value: Fields): Message | undefined {
  const { fields, kind } = unwrapped(value);
  if (isCall(fields)) return { role: "assistant", text: "", calls: [callIn(fields)], results: [] };
  const result = resultIn(fields);
  if (result !== undefined && isResult(fields))
    return { role: "tool", text: result.text, calls: [], results: [result] };
  const role = ROLES.get(kind);
  const { content, parts } = fields;
  if (
    role === undefined &&
    parts === undefined &&
    (firstText(fields["role"]) === undefined || content === undefined)
  )
    return undefined;
  const pieces = itemsOf(parts ?? content).map(fieldsOf);
  const text = contentText(parts ?? content);
  const id = firstText(fields["tool_call_id"], fields["toolCallId"]);
  const name = firstText(fields["name"]);
  const logprobs = logprobsIn(fields) ?? logprobsOfParts(pieces);
  return {
    role: role ?? "other",
    text,
    calls: [...pieces.filter(isCall), ...listedCalls(fields)].map(callIn),
    results: [
      ...pieces.filter(isResult).flatMap((each) => resultIn(each) ?? []),
      ...(role === "tool" && id !== undefined ? [{ id, text, ...(name === undefined ? {} : { name }) }] : []),
    ],
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}

/** A message's fields and who speaks: LangChain writes them inside of `kwargs` or `data`, and its class beside them. */
function unwrapped(value: Fields): { readonly fields: Fields; readonly kind: string | undefined } {
  if (isFields(value["kwargs"]))
    return { fields: value["kwargs"], kind: firstText(itemsOf(value["id"]).at(-1)) };
  const fields = isFields(value["data"]) && firstText(value["role"]) === undefined ? value["data"] : value;
  return { fields, kind: firstText(value["role"], value["type"], fields["role"], fields["type"]) };
}

/** Calls beside the content. LangChain has them twice: read, and as the provider gave them. */
function listedCalls(fields: Fields): readonly Fields[] {
  const own = itemsOf(fields["tool_calls"]);
  const given = own.length > 0 ? own : itemsOf(fieldsOf(fields["additional_kwargs"])["tool_calls"]);
  return given.map(fieldsOf);
}

const CALLS: ReadonlySet<unknown> = new Set(["tool_call", "tool_use", "tool-call", "function_call"]);
const RESULTS: ReadonlySet<unknown> = new Set([
  "tool_call_response",
  "tool_result",
  "tool-result",
  "function_call_output",
]);

function isCall(part: Fields): boolean {
  return CALLS.has(part["type"]) || (part["type"] === undefined && "toolName" in part && "input" in part);
}

function isResult({ type }: Fields): boolean {
  return RESULTS.has(type);
}

/** A call of a tool. One whose name nobody wrote stays a call, with the name "". */
function callIn(value: Fields): ToolCall {
  const called = isFields(value["function"]) ? value["function"] : value;
  const name = firstText(called["name"], called["toolName"]) ?? "";
  const id = firstText(value["call_id"], value["toolCallId"], value["id"]);
  const args = called["arguments"] ?? called["args"] ?? called["input"];
  return { name, args: toolArguments(args), ...(id === undefined ? {} : { id }) };
}

function resultIn(value: Fields): ToolResult | undefined {
  const id = firstText(value["call_id"], value["tool_use_id"], value["toolCallId"], value["id"]);
  if (id === undefined) return undefined;
  const told = value["output"] ?? value["response"] ?? value["result"] ?? value["content"];
  const given = decoded(told);
  // Microsoft's Agent Framework wraps the answer once more.
  const inner = fieldsOf(given)["result"] ?? fieldsOf(given)["value"];
  // An object as a text stays as the tool wrote it.
  const text = contentText(inner ?? (isFields(given) ? told : given));
  const name = firstText(value["name"], value["toolName"]);
  return { id, text, ...(name === undefined ? {} : { name }) };
}

const UNSAID: ReadonlySet<unknown> = new Set(["reasoning", "thinking", "redacted_thinking"]);

/** The text of a content: a text, parts with texts among them, nothing, or the JSON of another value. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content)) return jsonText(content);
  return content.flatMap(partText).join("\n");
}

function partText(part: unknown): readonly string[] {
  if (typeof part === "string") return [part];
  const fields = fieldsOf(part);
  if (isCall(fields) || isResult(fields) || UNSAID.has(fields["type"])) return [];
  const text = fields["text"] ?? fields["content"] ?? fields["refusal"];
  return [typeof text === "string" ? text : `[${firstText(fields["type"]) ?? "part"}]`];
}
