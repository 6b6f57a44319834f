import { NoteChannelTypeError } from "../errors/note-channel-type-error.ts";
import { checkChannels } from "../langgraph/check-channels.ts";
import type { CompiledGraph } from "../langgraph/compiled-graph.ts";
import { messagesIn } from "../langgraph/message-text.ts";
import { canTakeNote, type NoteForm } from "./note-form.ts";
import { noteMessage } from "./note-message.ts";

/** @internal The channel of a conversation, as LangGraph's own graphs name it. */
export const MESSAGES = "messages";

/** @internal A note as a text, as it is or in a list. */
export const AS_TEXT: readonly NoteForm[] = [(text) => text, (text) => [text]];

/** @internal The channel that takes a graph's notes; `undefined` where nodes read them with `getReplanNote` alone. */
export function noteChannelOf(graph: CompiledGraph, named: string | undefined): string | undefined {
  return named ?? (MESSAGES in graph.channels ? MESSAGES : undefined);
}

/**
 * @internal Refuses a channel for notes that the graph does not have, or that keeps neither a text nor a message.
 * @throws {UnknownNoteChannelError | NoteChannelTypeError}
 */
export function checkNoteChannel(graph: CompiledGraph, name: string): void {
  checkChannels(graph, [name]);
  const spec = graph.channels[name];
  const asMessage: NoteForm = (text) => [noteMessage(text, "")];
  if (spec !== undefined && !canTakeNote(spec, [...AS_TEXT, asMessage]))
    throw new NoteChannelTypeError(name, spec.lc_graph_name);
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
