import { isFields } from "../fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that hold messages, and those that an answer lies in, from the outer to the inner. */
const LISTS = ["traj", "messages"] as const;
const INNER = ["response", "body"] as const;

/** A chat that a value of a file holds. */
export interface Chat {
  /** Its messages, each with its path inside of the value. */
  readonly messages: readonly {
    readonly message: unknown;
    readonly path: readonly PropertyKey[];
    /** Log-probabilities of its tokens, where they stand beside it. */
    readonly logprobs?: unknown;
  }[];
  /** Fields beside them. */
  readonly beside: Fields;
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
  if (!isFields(value) || !ROLES.has(value["role"])) return false;
  return "content" in value || "tool_calls" in value || "function_call" in value;
}

/**
 * The chat in a value: a list of messages; an object with `messages`, as for fine-tuning; with `traj`, as tau-bench writes results; a
 * request of a batch, whose `body` has `messages`; and the answer that stands beside messages or in a batch's `response`.
 */
export function chatIn(value: unknown): Chat | undefined {
  if (Array.isArray(value)) return { messages: listed(value, []), beside: {} };
  if (!isFields(value)) return undefined;
  const asked = askedIn(value);
  const answer = answerIn(asked?.beside ?? value, []);
  if (asked === undefined || answer === undefined) return asked ?? answer;
  return { messages: [...asked.messages, ...answer.messages], beside: answer.beside };
}

function askedIn(value: Fields): Chat | undefined {
  const { body } = value;
  const list = LISTS.find((name) => Array.isArray(value[name]));
  if (list !== undefined) return { messages: listed(value[list], [list]), beside: without(value, list) };
  if (!isFields(body) || !Array.isArray(body["messages"])) return undefined;
  return {
    messages: listed(body["messages"], ["body", "messages"]),
    beside: { ...value, body: without(body, "messages") },
  };
}

/** The first of a model's choices: the others are no runs of their own, and stay beside it. */
function answerIn(value: Fields, path: readonly string[]): Chat | undefined {
  const [first, ...others]: readonly unknown[] = Array.isArray(value["choices"]) ? value["choices"] : [];
  if (isFields(first) && "message" in first)
    return {
      messages: [
        {
          message: first["message"],
          path: [...path, "choices", 0, "message"],
          logprobs: first["logprobs"],
        },
      ],
      beside: {
        ...without(value, "choices"),
        choice: without(first, "message"),
        ...(others.length === 0 ? {} : { otherChoices: others }),
      },
    };
  const [inner] = INNER.slice(path.length);
  const inside = inner === undefined ? undefined : value[inner];
  if (inner === undefined || !isFields(inside)) return undefined;
  const answer = answerIn(inside, [...path, inner]);
  return answer === undefined
    ? undefined
    : { messages: answer.messages, beside: { ...value, [inner]: answer.beside } };
}

function listed(messages: unknown, path: readonly PropertyKey[]): Chat["messages"] {
  if (!Array.isArray(messages)) return [];
  return messages.map((message, at) => ({ message, path: [...path, at] }));
}

function without(fields: Fields, left: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left));
}
