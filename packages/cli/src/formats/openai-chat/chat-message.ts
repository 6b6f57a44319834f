import { z } from "zod";

/** Absent and `null` are the same here. */
type Maybe<Value> = Value | null | undefined;

/** A function that is called, with its arguments. */
interface CalledFunction {
  readonly name: string;
  readonly arguments?: unknown;
}

/** One message of a chat with a model. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly name?: Maybe<string>;
  readonly refusal?: unknown;
  readonly tool_calls?: Maybe<readonly { readonly id?: Maybe<string>; readonly function: CalledFunction }[]>;
  readonly tool_call_id?: Maybe<string>;
  /** The form before tool calls. */
  readonly function_call?: Maybe<CalledFunction>;
  readonly [field: string]: unknown;
}

const id = z.nullish(z.string());
const calledFunction = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** The function stands in a field of its own, or as the call itself. */
const call = z.union([
  z.looseObject({ id, function: calledFunction }),
  z
    .looseObject({ id, name: z.string(), arguments: z.unknown().optional() })
    .transform((flat) => ({ id: flat.id, function: { name: flat.name, arguments: flat.arguments } })),
]);

/** One message of a chat with a model. */
export const chatMessage: z.ZodType<ChatMessage> = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  name: id,
  refusal: z.unknown().optional(),
  tool_calls: z.nullish(z.array(call)),
  tool_call_id: id,
  function_call: z.nullish(calledFunction),
});

/** Fields that a step has a place for. */
export const STEP_FIELDS: ReadonlySet<string> = new Set([
  "role",
  "content",
  "name",
  "refusal",
  "tool_calls",
  "tool_call_id",
  "function_call",
]);
