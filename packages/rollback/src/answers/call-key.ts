import { createHash, randomUUID } from "node:crypto";

import { BaseMessage, isAIMessage, isToolMessage } from "@langchain/core/messages";
import { redactValue, type Redact } from "@langgraph-rollback/attribution";

import { canonicalJson } from "../langgraph/canonical.ts";
import { isPlain } from "./stored-form.ts";

/**
 * @internal Digest of what a model is asked, the same in each process: the messages of a chat model, or the prompt of an LLM.
 *
 * Of a message it holds type, role, content, name, status, and the tools that it calls with their arguments. Ids of messages, metadata and
 * token counts are not in it, since they are new each time. Ids of tool calls are replaced by their position in the conversation: providers make them at
 * random, but which answer belongs to which call has to stay. The model's own settings are not in it either: neither its name nor the tools that it is bound to.
 *
 * @param redact applied to each value before, as it is to stored answers: a prompt with a secret, and the same with the secret taken out, have one digest
 */
export const modelKey = (prompt: readonly BaseMessage[] | string, redact?: Redact): string =>
  digestOf("model", () => (typeof prompt === "string" ? prompt : normalMessages(prompt)), redact);

/**
 * @internal Digest of a tool's name and its arguments, the same in each process and whatever the order of keys.
 *
 * @param input as the tool is given it, before its schema parses it: a value, or its JSON as callbacks are told it
 * @param redact applied to each value before
 */
export const toolKey = (name: string, input: unknown, redact?: Redact): string =>
  digestOf("tool", () => [name, toldInput(input)], redact);

/**
 * @internal Digest of an act, of a node with its input, or of a tool with its parsed arguments. Messages in the arguments count as in `modelKey`: their ids do not.
 *
 * @param redact applied to each value before
 */
export const actKey = (kind: "tool" | "act" | "node", name: string, args: unknown, redact?: Redact): string =>
  digestOf(`${kind} done`, () => [name, normalArgs(args)], redact);

/** A value that JSON cannot hold gets a digest that no other call has: no recorded answer is given in its place. */
function digestOf(kind: string, ask: () => unknown, redact: Redact | undefined): string {
  let text: string;
  try {
    const json = canonicalJson([kind, ask()]) ?? "";
    text = redact === undefined ? json : (canonicalJson(redactValue(JSON.parse(json), redact)) ?? "");
  } catch {
    text = randomUUID();
  }
  return createHash("sha256").update(text).digest("hex");
}

/** The input that callbacks are told of: a text as it is, anything else as JSON. JSON is parsed in both cases, so that they cannot differ. */
function toldInput(input: unknown): unknown {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function normalMessages(messages: readonly BaseMessage[]): readonly unknown[] {
  const calls = new CallNumbers();
  return messages.map((message) => {
    const { content, name } = message;
    const called = isAIMessage(message) ? (message.tool_calls ?? []) : [];
    return {
      type: message.type,
      role: Reflect.get(message, "role"),
      name,
      // Before the content, which may tell of the same calls.
      calls: called.map((each) => [each.name, each.args, calls.of(each.id)]),
      content: typeof content === "string" ? content : content.map((block) => normalBlock(block, calls)),
      ...(isToolMessage(message) ? { answers: calls.of(message.tool_call_id), status: message.status } : {}),
    };
  });
}

function normalArgs(value: unknown): unknown {
  if (BaseMessage.isInstance(value)) return normalMessages([value]);
  if (Array.isArray(value)) {
    const messages = value.filter((each: unknown) => BaseMessage.isInstance(each));
    return messages.length === value.length ? normalMessages(messages) : value.map(normalArgs);
  }
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, normalArgs(each)]));
}

/** Positions of tool calls in a conversation, by their ids. */
class CallNumbers {
  readonly #numbers = new Map<unknown, number>();

  of(id: string | undefined): number | undefined {
    if (id === undefined) return undefined;
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return number;
  }

  /** The position of a known call in place of its id; any other value as it is. */
  inPlaceOf(value: unknown): unknown {
    return this.#numbers.get(value) ?? value;
  }
}

/** Fields of content blocks in which providers repeat the ids of tool calls. */
const CALL_IDS = ["id", "tool_use_id", "tool_call_id", "call_id"];

function normalBlock(block: object, calls: CallNumbers): unknown {
  const fields = Object.entries(toldBlock(block)).map(([key, value]: [string, unknown]) => [
    key,
    CALL_IDS.includes(key) ? calls.inPlaceOf(value) : value,
  ]);
  return Object.fromEntries(fields);
}

/** A block as callbacks are told of it: LangChain gives images of its former standard the form of OpenAI. */
function toldBlock(block: object): object {
  const told = (name: string): string => String(Reflect.get(block, name));
  switch (Reflect.get(block, "source_type")) {
    case "url":
      return { type: "image_url", image_url: { url: told("url") } };
    case "base64":
      return { type: "image_url", image_url: { url: `data:${told("mime_type")};base64,${told("data")}` } };
    default:
      return block;
  }
}
