import { BaseMessage } from "@langchain/core/messages";

/** A message that is not of a class of LangChain's: other libraries and their services have such messages. */
type PlainMessage = Readonly<Record<string, unknown>>;

/** @internal An object as JSON has it. */
export function isPlain(value: unknown): value is PlainMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Pairs of role and text are told from two texts by their role. */
const ROLES = /^(user|human|assistant|ai|system|developer|tool|model|function)$/i;

/** @internal A message as a pair of role and text; `undefined` if it is none. */
export function toldPair(value: unknown): readonly [role: string, text: string] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [role, text]: readonly unknown[] = value;
  return typeof role === "string" && typeof text === "string" && ROLES.test(role) ? [role, text] : undefined;
}

/** @internal Role of the speaker in a message that is an object or a pair. Some objects call it `type`. */
export function roleOf(item: unknown): string | undefined {
  if (!isPlain(item)) return toldPair(item)?.[0];
  const { role, type } = item;
  if (typeof role === "string") return role;
  return role === undefined && typeof type === "string" && ROLES.test(type) ? type : undefined;
}

/** @internal Whether a user speaks in a message, of whatever kind. */
export function isUser(item: unknown): boolean {
  const role: unknown = roleOf(item) ?? kindOfMessage(item);
  return typeof role === "string" && /^(user|human)$/i.test(role);
}

/** The name that a message of LangChain's gives its kind. */
function kindOfMessage(item: unknown): unknown {
  return typeof item === "object" && item !== null && "type" in item ? item.type : undefined;
}

/** @internal The parts that a field of a message holds. */
export function partsIn(value: unknown): readonly PlainMessage[] {
  return Array.isArray(value) ? value.filter(isPlain) : [];
}

/** @internal Text of an item that is a text, a pair, or a message with one text; `undefined` for other items that a list may hold. */
export function saidIn(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  if (BaseMessage.isInstance(item)) return item.text;
  if (!isPlain(item)) return toldPair(item)?.[1];
  const { content, parts } = item;
  if (typeof content === "string") return content;
  const texts = [...partsIn(content), ...partsIn(parts)].flatMap(({ text }) =>
    typeof text === "string" ? [text] : [],
  );
  return texts.length === 1 ? texts[0] : undefined;
}

/**
 * @internal Ids of tool calls in a conversation of plain messages that nothing has answered yet, as OpenAI, Anthropic, Gemini and the AI SDK write
 * them. Calls without an id count as answered once anything follows them.
 */
export function unansweredPlainCalls(items: readonly unknown[]): readonly string[] {
  const messages = items.filter(isPlain);
  const answered = new Set(messages.flatMap((message) => [message, ...allParts(message)].flatMap(answersIn)));
  const open = messages.flatMap((message) =>
    [message, ...allParts(message), ...partsIn(message["tool_calls"])].flatMap(callsIn),
  );
  const last = messages.at(-1);
  const isUnnamed = last !== undefined && allParts(last).some((part) => "functionCall" in part);
  return [...open.filter((id) => !answered.has(id)), ...(isUnnamed ? [""] : [])];
}

const allParts = ({ content, parts }: PlainMessage): readonly PlainMessage[] => [
  ...partsIn(content),
  ...partsIn(parts),
];

const CALL = /^(function|function_call|tool_use|tool_call|tool-call)$/;

function callsIn({ type, id, call_id: call, toolCallId }: PlainMessage): readonly string[] {
  if (typeof type !== "string" || !CALL.test(type)) return [];
  return [call, toolCallId, id].filter((each) => typeof each === "string").slice(0, 1);
}

function answersIn(part: PlainMessage): readonly string[] {
  const { type, tool_call_id: openai, tool_use_id: anthropic, call_id: call, toolCallId } = part;
  const isAnswer = type === "function_call_output" || type === "tool-result";
  return [openai, anthropic, ...(isAnswer ? [call, toolCallId] : [])].filter(
    (each) => typeof each === "string",
  );
}
