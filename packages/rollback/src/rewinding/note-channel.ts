import { NoteChannelTypeError } from "../errors/note-channel-type-error.ts";
import { checkChannels, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { exemplarIn, itemKindOf, type ItemKind } from "./item-form.ts";
import { canTakeNote } from "./note-form.ts";

/** @internal The channel of a conversation, as LangGraph's own graphs name it. */
export const MESSAGES = "messages";

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
  if (spec !== undefined && !canTakeNote(spec)) throw new NoteChannelTypeError(name, spec.lc_graph_name);
}

/**
 * @internal Whether the argument of a Send has a place for a note, which does not reach its task through the state: a
 * value of the note's channel that is not a list, or a list of items of the note's kind.
 *
 * @param kind what a note is in that channel's list; `undefined` where it is not known, and a message of LangChain is expected
 */
export function takesNote(channel: string, args: unknown, kind: ItemKind = "message"): boolean {
  if (typeof args !== "object" || args === null || !(channel in args)) return false;
  const value: unknown = Reflect.get(args, channel);
  if (!Array.isArray(value)) return true;
  if (value.length === 0) return channel === MESSAGES;
  // Texts of Sends are mostly no conversation.
  return kind !== "text" && value.every((item) => itemKindOf(item) === kind);
}

/** @internal Kind of a note in a list, by the items that stand there; `undefined` where there are none. */
export function noteKindIn(value: unknown): ItemKind | undefined {
  return Array.isArray(value) ? itemKindOf(exemplarIn(value)) : undefined;
}
