import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";

import type { JsonValue } from "../shared/view/json-value.ts";
import type { MessageView } from "../shared/view/step-detail.ts";
import { count, jsonOf } from "./json-of.ts";
import { shortenedAsJson } from "../shared/words/shortened.ts";

const DEPTH = 40;
/** Characters of a name: of an agent, a tool, a channel. */
const NAME = 200;

/** Keeps parts of something to a size each, and notes what it leaves out. */
export interface Bounded {
  readonly text: (what: string, value: string, characters: number) => string;
  readonly json: (what: string, value: unknown, characters: number) => JsonValue;
  readonly calls: (calls: readonly ToolCall[], characters: number) => readonly ToolCall[];
  readonly messages: (messages: readonly MessageView[], characters: number) => readonly MessageView[];
  /** Parts that were left out so far, as sentences. */
  readonly omitted: () => readonly string[];
}

/** Nothing left out yet. */
export function newBounded(): Bounded {
  const omitted: string[] = [];
  const text = (what: string, value: string, characters: number): string => {
    const kept = shortenedAsJson(value, characters);
    if (kept.omitted > 0) omitted.push(`${what}: ${count(kept.omitted, "character")} left out.`);
    return kept.text;
  };
  const json = (what: string, value: unknown, characters: number): JsonValue => {
    const kept = jsonOf(value, { characters, depth: DEPTH });
    for (const each of kept.omitted.map((sentence) => `${what}: ${sentence}`)) omitted.push(each);
    return kept.value;
  };
  const calls = (all: readonly ToolCall[], characters: number): readonly ToolCall[] => {
    let left = characters;
    return keepFirst(all, "tool call", omitted, ({ name, args, id }) => {
      if (left <= 0) return undefined;
      const call = {
        name: text("Tool", name, NAME),
        args: json(`Arguments of ${name.slice(0, 60)}`, args, left),
        ...(id === undefined ? {} : { id: text("Tool call", id, NAME) }),
      };
      left -= JSON.stringify(call).length;
      return call;
    });
  };
  const messages = (all: readonly MessageView[], characters: number): readonly MessageView[] => {
    let left = characters;
    return keepFirst(all, "message", omitted, (message) => {
      if (left <= 0) return undefined;
      const view = {
        role: text("Role", message.role, NAME),
        ...(message.name === undefined ? {} : { name: text("Name", message.name, NAME) }),
        text: text("Message", message.text, left),
        toolCalls: calls(message.toolCalls, left),
        ...(message.toolCallId === undefined
          ? {}
          : { toolCallId: text("Tool call", message.toolCallId, NAME) }),
      };
      left -= JSON.stringify(view).length;
      return view;
    });
  };
  return { text, json, calls, messages, omitted: () => omitted };
}

/** Keeps items until one is not kept; then it and those after it are left out, and noted. */
function keepFirst<Item, Kept>(
  all: readonly Item[],
  what: string,
  omitted: string[],
  keep: (item: Item) => Kept | undefined,
): readonly Kept[] {
  const kept: Kept[] = [];
  for (const item of all) {
    const value = keep(item);
    if (value === undefined) {
      omitted.push(`${count(all.length - kept.length, what)} left out.`);
      break;
    }
    kept.push(value);
  }
  return kept;
}
