import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";
import type { Unread } from "../imported.ts";
import { isoTime } from "../iso-time.ts";
import { textIn } from "../fields.ts";
import { given, restOf } from "../messages/fields.ts";
import { type FoundStep, instruct } from "../messages/found-run.ts";
import { textOf } from "../messages/text-of.ts";
import { toolCall } from "../messages/tool-call.ts";
import { type FieldPlace, shapedOrUnread } from "../told-shape.ts";

/** The agent that a simulation is about. */
export const AGENT = "assistant";

/** One message of a simulation. A message `tool` has one result, or several in `tool_messages`. */
interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content?: unknown;
  readonly tool_calls?: readonly Call[] | null | undefined;
  /** Of a result: the id of its call. */
  readonly id?: string | null | undefined;
  readonly error?: boolean | null | undefined;
  readonly tool_messages?: readonly unknown[] | null | undefined;
  readonly [field: string]: unknown;
}

interface Call {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly arguments?: unknown;
}

const messageSchema: z.ZodType<Message> = z.looseObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.unknown().optional(),
  tool_calls: z.nullish(
    z.array(
      z.looseObject({ id: z.nullish(z.string()), name: z.string(), arguments: z.unknown().optional() }),
    ),
  ),
  id: z.nullish(z.string()),
  error: z.nullish(z.boolean()),
  tool_messages: z.nullish(z.array(z.unknown())),
});

/** Fields of a message that a step has a place for. */
const READ: ReadonlySet<string> = new Set([
  "role",
  "content",
  "tool_calls",
  "id",
  "error",
  "tool_messages",
  "timestamp",
  "is_audio",
  "audio_script_gold",
]);

/** Messages of one simulation, as steps. The user may call tools, too. */
export class SimulationSteps {
  readonly steps: FoundStep[] = [];
  readonly instructions: Map<string, string[]> = new Map();
  /** Calls that have no result yet, oldest first. */
  #open: ToolCall[] = [];

  /** The first message of the user. */
  get task(): string {
    return this.steps.find(({ step }) => step.kind === "user")?.step.content ?? "";
  }

  /** Reads one more message. */
  add(value: unknown, place: FieldPlace, tell: (unread: Unread) => void): void {
    const message = shapedOrUnread(value, messageSchema, place, tell);
    if (message === undefined) return;
    const { role, tool_messages: results } = message;
    if (role === "tool" && results !== null && results !== undefined) {
      for (const [at, each] of results.entries()) {
        const inside = { ...place, path: [...place.path, "tool_messages", at] };
        const result = shapedOrUnread(each, messageSchema, inside, tell);
        if (result !== undefined) this.#result(result);
      }
      return;
    }
    if (role === "tool") return this.#result(message);
    if (role === "system" && this.steps.length === 0)
      return instruct(this.instructions, AGENT, contentOf(message));
    this.#said(role, message);
  }

  #said(role: Exclude<Message["role"], "tool">, message: Message): void {
    const toolCalls = (message.tool_calls ?? []).map(({ arguments: args, id, name }) =>
      toolCall(name, args, textIn(id)),
    );
    this.#open = this.#open.concat(toolCalls);
    const kind = { assistant: "model", user: "user", system: "other" } as const;
    this.#push(message, {
      agent: role === "assistant" ? AGENT : role,
      kind: kind[role],
      content: contentOf(message),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
    });
  }

  #result(message: Message): void {
    const id = textIn(message.id);
    const call = this.#open.find((each) => each.id === id);
    this.#open = this.#open.filter((each) => each !== call);
    const content = contentOf(message);
    const error = message.error === true ? { error: { name: "ToolError", message: content } } : {};
    this.#push(message, { agent: call?.name ?? "tool", kind: "tool", content, ...error }, { toolCallId: id });
  }

  #push(message: Message, step: FoundStep["step"], more: Readonly<Record<string, unknown>> = {}): void {
    const time = isoTime(message["timestamp"]);
    this.steps.push({
      step: { ...step, ...(time === undefined ? {} : { endedAt: time }) },
      fields: { ...given(more), ...restOf(message, READ) },
    });
  }
}

/** Speech is written as its script: the content is sound. */
function contentOf({ audio_script_gold: script, content, is_audio: isAudio }: Message): string {
  return isAudio === true ? (textIn(script) ?? "[audio]") : textOf(content);
}
