import { HumanMessage } from "@langchain/core/messages";

import type { CompiledGraph } from "./compiled-graph.ts";
import { messagesIn } from "./message-text.ts";
import type { ReplanNote } from "./replan-note.ts";
import { checkChannels } from "./check-channels.ts";
import { asText } from "./step-content.ts";

/** @internal A note as text, and as the channel updates that put it into the state. */
export interface PlacedNote {
  readonly text: string;
  /** Empty when the graph has no channel for it: nodes then read it with `getReplanNote`. */
  readonly updates: Readonly<Record<string, unknown>>;
}

const MESSAGES = "messages";

/** @internal What tells a note in a conversation from what the user said. */
export const NOTE_NAME = "rollback";

/** @internal A note as a message: of a human, which every chat model accepts in any place. */
export function noteMessage(text: string, id: string): HumanMessage {
  return new HumanMessage({ content: text, name: NOTE_NAME, id });
}

/** @internal The channel that takes a graph's notes; `undefined` where nodes read them with `getReplanNote` alone. */
export function noteChannelOf(graph: CompiledGraph, named: string | undefined): string | undefined {
  return named ?? (MESSAGES in graph.channels ? MESSAGES : undefined);
}

/**
 * @internal Whether the argument of a Send has a place for a note, which does not reach its task through the state: a
 * value of the note's channel that is a conversation, or no list.
 */
export function takesNote(channel: string, args: unknown): boolean {
  if (typeof args !== "object" || args === null || !(channel in args)) return false;
  const value: unknown = Reflect.get(args, channel);
  if (!Array.isArray(value)) return true;
  return value.length === 0 ? channel === MESSAGES : messagesIn(value).length === value.length;
}

/**
 * @internal Decides where a note goes: into the named channel, else into `messages` if the graph has it.
 * In a channel of messages it is a human message, which every chat model accepts in any place.
 *
 * @throws {NoteChannelError} if the graph lacks the channel
 */
export function placeNote(
  graph: CompiledGraph,
  note: ReplanNote,
  options: {
    readonly channel: string | undefined;
    readonly id: string;
    readonly current: Readonly<Record<string, unknown>>;
  },
): PlacedNote {
  if (typeof note !== "string") {
    checkChannels(graph, Object.keys(note));
    return { text: asText(note), updates: note };
  }
  const channel = noteChannelOf(graph, options.channel);
  if (channel === undefined) return { text: note, updates: {} };
  checkChannels(graph, [channel]);
  const holdsMessages = channel === MESSAGES || messagesIn(options.current[channel]).length > 0;
  const value = holdsMessages ? [noteMessage(note, options.id)] : note;
  return { text: note, updates: { [channel]: value } };
}
