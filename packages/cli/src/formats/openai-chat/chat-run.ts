import { isRecord } from "../messages/text-of.ts";

/** A chat that a value of a file holds. */
export interface Chat {
  /** Its messages, each with its path inside of the value. */
  readonly messages: readonly { readonly message: unknown; readonly path: readonly PropertyKey[] }[];
  /** What stands beside them. */
  readonly beside: Readonly<Record<string, unknown>>;
}

const ROLES: ReadonlySet<unknown> = new Set([
  "system",
  "developer",
  "user",
  "assistant",
  "tool",
  "function",
  "human",
]);

/** Whether a value is one message. */
export function isMessage(value: unknown): boolean {
  if (!isRecord(value) || !ROLES.has(value["role"])) return false;
  return "content" in value || "tool_calls" in value || "function_call" in value;
}

/**
 * The chat in a value: a list of messages; an object with `messages`, as for fine-tuning; with `traj`, as tau-bench writes results; a
 * request of a batch, whose `body` has `messages`; and the answer that stands beside messages or in a batch's `response`.
 */
export function chatIn(value: unknown): Chat | undefined {
  if (Array.isArray(value)) return { messages: listed(value, []), beside: {} };
  if (!isRecord(value)) return undefined;
  const { body, messages, response, traj, ...beside } = value;
  if (Array.isArray(traj))
    return { messages: listed(traj, ["traj"]), beside: restored(beside, { body, messages, response }) };
  const asked = Array.isArray(messages) ? listed(messages, ["messages"]) : undefined;
  if (asked === undefined && isRecord(body) && Array.isArray(body["messages"])) {
    const { messages: inside, ...settings } = body;
    const answer = answerIn(response, ["response"]);
    return {
      messages: [...listed(inside, ["body", "messages"]), ...answer.messages],
      beside: { ...beside, ...restored({}, { ...settings, response: answer.beside }) },
    };
  }
  const answer = "choices" in beside ? answerIn(beside, []) : answerIn(response, ["response"]);
  if (asked === undefined && answer.messages.length === 0) return undefined;
  const left = "choices" in beside ? answer.beside : { ...beside, response: answer.beside };
  return { messages: [...(asked ?? []), ...answer.messages], beside: restored({}, { ...left, body }) };
}

function listed(messages: unknown, path: readonly PropertyKey[]): Chat["messages"] {
  if (!Array.isArray(messages)) return [];
  return messages.map((message, at) => ({ message, path: [...path, at] }));
}

/** The first of a model's choices: the others are no runs of their own, and stay beside it. */
function answerIn(
  value: unknown,
  path: readonly PropertyKey[],
): { readonly messages: Chat["messages"]; readonly beside: Readonly<Record<string, unknown>> } {
  if (!isRecord(value)) return { messages: [], beside: {} };
  const { body } = value;
  if (isRecord(body) && "choices" in body) {
    const inside = answerIn(body, [...path, "body"]);
    return { messages: inside.messages, beside: { ...value, body: inside.beside } };
  }
  const { choices, ...beside } = value;
  const [first, ...others] = Array.isArray(choices) ? choices : [];
  if (!isRecord(first) || !("message" in first)) return { messages: [], beside: value };
  const { message, ...about } = first;
  return {
    messages: [{ message, path: [...path, "choices", 0, "message"] }],
    beside: { ...beside, choice: about, ...(others.length === 0 ? {} : { otherChoices: others }) },
  };
}

/** Fields that were looked for, where they hold something else. */
function restored(beside: Chat["beside"], fields: Readonly<Record<string, unknown>>): Chat["beside"] {
  const left = Object.entries(fields).filter(
    ([, value]) => value !== undefined && !(isRecord(value) && Object.keys(value).length === 0),
  );
  return { ...beside, ...Object.fromEntries(left) };
}
