import { BaseMessage, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { type ChannelSpec, checkChannels, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { NoteChannelTypeError } from "../errors/note-channel-type-error.ts";
import type { ReplanNote } from "./replan-note.ts";
import { MESSAGES, noteChannelOf, noteKindIn } from "../rewinding/note-channel.ts";
import { noteFormOf } from "../rewinding/note-form.ts";
import { idOf, NOTE_ID } from "../steps/note-message.ts";
import { asText } from "../steps/step-content.ts";
import { warn } from "../errors/warn.ts";

/** @internal A note as text, and as the channel updates that put it into the state. */
export interface PlacedNote {
  readonly text: string;
  /** Empty when the graph has no channel for it, or one that does not keep it: nodes then read it with `getReplanNote`. */
  readonly updates: Readonly<Record<string, unknown>>;
}

/** Messages without an id are given one here, as LangGraph would do later: by it streams and verifiers know the note. */
function identified(value: unknown, id: string, isConversation: boolean): unknown {
  const first = `${NOTE_ID}${id}`;
  if (!Array.isArray(value)) return withId(value, first, isConversation);
  return value.map((item: unknown, n) => withId(item, n === 0 ? first : `${first}-${n}`, isConversation));
}

function withId(value: unknown, id: string, isConversation: boolean): unknown {
  if (isConversation && isShortMessage(value)) return withId(coerceMessageLikeToMessage(value), id, false);
  if (typeof value !== "object" || value === null || idOf(value) !== undefined) return value;
  if (!BaseMessage.isInstance(value)) return "content" in value ? { ...value, id } : value;
  value.id = id;
  value.lc_kwargs["id"] = id;
  return value;
}

/** A message as LangChain lets it be written: its text, or role and text. */
function isShortMessage(value: unknown): value is string | [string, string] {
  if (typeof value === "string") return true;
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

/**
 * @internal Decides where a note goes: into the named channel, else into `messages` if the graph has it.
 * In a list it takes the form of what users say there, as {@link noteFormOf} finds it; elsewhere it is a text. A channel that shows no form for it is
 * left alone, with a warning.
 *
 * @param options.current the state that the note joins
 * @param options.later   reads a state of the failed attempt, which shows the form of what is empty yet
 * @throws {UnknownNoteChannelError} if the graph lacks the channel
 */
export async function placeNote(
  graph: CompiledGraph,
  note: ReplanNote,
  options: {
    readonly channel: string | undefined;
    readonly id: string;
    readonly current: Readonly<Record<string, unknown>>;
    readonly later: () => Promise<Readonly<Record<string, unknown>>>;
  },
): Promise<PlacedNote> {
  const { current, id } = options;
  const isShown = (name: string): boolean => noteKindIn(current[name]) !== undefined;
  if (typeof note !== "string") {
    const names = Object.keys(note);
    checkChannels(graph, names);
    const later = names.every(isShown) ? {} : await options.later();
    const updates = Object.entries(note).map(([name, value]) => {
      const kind = noteKindIn(current[name]) ?? noteKindIn(later[name]);
      const isConversation = kind === "message" || (kind === undefined && name === MESSAGES);
      return [name, isConversation ? identified(value, `${id}-${name}`, kind === "message") : value];
    });
    return { text: asText(note), updates: Object.fromEntries(updates) };
  }
  const channel = noteChannelOf(graph, options.channel);
  if (channel === undefined) return { text: note, updates: {} };
  checkChannels(graph, [channel]);
  const spec = graph.channels[channel];
  const later = isShown(channel) ? {} : await options.later();
  const values = [current[channel], later[channel]];
  const form = spec === undefined ? undefined : noteFormOf(spec, values, channel === MESSAGES);
  if (form === undefined) warnOnce(channel, spec);
  return { text: note, updates: form === undefined ? {} : { [channel]: form.update(note, id) } };
}

const warned = new WeakSet<ChannelSpec>();

function warnOnce(channel: string, spec: ChannelSpec | undefined): void {
  if (spec === undefined || warned.has(spec)) return;
  warned.add(spec);
  const { message, code } = new NoteChannelTypeError(channel, spec.lc_graph_name);
  warn(message, "NoteChannelTypeWarning", code);
}
