import { BaseMessage } from "@langchain/core/messages";
import { type Command, isCommand, Send } from "@langchain/langgraph";
import { redactValue, type Redact } from "@langgraph-rollback/attribution";

import { copyWith } from "../langgraph/copy-with.ts";
import { commandOf, isPlain } from "./stored-form.ts";

/**
 * @internal An answer without what must not be stored. Messages and Commands keep their class, and messages what ties them to one another: their ids, and those of
 * their tool calls.
 *
 * @returns `undefined` if it holds what cannot be looked into, such as bytes, an object of a class, or itself
 */
export function redactAnswer(value: unknown, redact: Redact): { readonly value: unknown } | undefined {
  const walk = new Walk(redact);
  const redacted = walk.through(value);
  return walk.isComplete ? { value: redacted } : undefined;
}

class Walk {
  isComplete = true;
  /** Values that are being looked into. */
  readonly #around = new Set<object>();
  readonly #known = new Map<object, unknown>();
  readonly #redact: Redact;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  through(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return redactValue(value, this.#redact);
    if (this.#around.has(value)) return this.#stop();
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    this.#around.add(value);
    const redacted = this.#inside(value);
    this.#around.delete(value);
    this.#known.set(value, redacted);
    return redacted;
  }

  #inside(value: object): unknown {
    const inside = (each: unknown): unknown => this.through(each);
    if (Array.isArray(value)) return value.map(inside);
    if (BaseMessage.isInstance(value)) return copyWith(value, saidBy(value, inside));
    if (isCommand(value)) return commanded(value, inside);
    if (value instanceof Send)
      return Object.assign(Object.create(Send.prototype), value, { args: inside(value.args) });
    return isPlain(value) ? this.#fields(value, inside) : this.#stop();
  }

  #fields(value: object, inside: (each: unknown) => unknown): unknown {
    const fields = Object.entries(value).map(
      ([name, each]: [string, unknown]) => [redactValue(name, this.#redact), inside(each)] as const,
    );
    const redacted = Object.fromEntries(fields);
    // Two fields that have one name now would be one.
    return Object.keys(redacted).length === fields.length ? redacted : this.#stop();
  }

  #stop(): undefined {
    this.isComplete = false;
  }
}

/** Fields of a message that hold what somebody said, as texts, blocks and values. */
const SAID = ["content", "name", "artifact", "additional_kwargs", "response_metadata"];

/** Lists of a message whose entries, as its blocks do, name tool calls. */
const LISTS = ["tool_calls", "invalid_tool_calls", "tool_call_chunks"];

function saidBy(message: BaseMessage, inside: (each: unknown) => unknown): Readonly<Record<string, unknown>> {
  const fields = [...SAID, ...LISTS].filter((name) => Reflect.get(message, name) !== undefined);
  return Object.fromEntries(
    fields.map((name) => {
      const value: unknown = Reflect.get(message, name);
      return [
        name,
        Array.isArray(value) ? value.map((entry: unknown) => tied(entry, inside)) : inside(value),
      ];
    }),
  );
}

/** Fields of blocks and tool calls that name a kind or a call. */
const TIES = ["id", "type", "tool_call_id", "tool_use_id", "call_id", "index"];

function tied(entry: unknown, inside: (each: unknown) => unknown): unknown {
  const redacted = inside(entry);
  if (typeof redacted !== "object" || redacted === null || typeof entry !== "object" || entry === null)
    return redacted;
  const ties = Object.entries(entry).filter(([name]) => TIES.includes(name));
  return { ...redacted, ...Object.fromEntries(ties) };
}

/** Names of nodes stay. */
const commanded = ({ update, resume, goto, graph }: Command, inside: (each: unknown) => unknown): unknown =>
  commandOf({
    update: inside(update),
    resume: inside(resume),
    goto: Array.isArray(goto)
      ? goto.map((target: unknown) => (target instanceof Send ? inside(target) : target))
      : goto,
    graph,
  });
