import { BaseMessage, coerceMessageLikeToMessage, HumanMessage } from "@langchain/core/messages";

import type { ChannelSpec, CompiledGraph } from "./compiled-graph.ts";
import { NoteChannelTypeError } from "./errors/note-channel-type-error.ts";
import { messagesIn } from "./message-text.ts";
import type { ReplanNote } from "./replan-note.ts";
import { checkChannels } from "./check-channels.ts";
import { canTakeNote, formThatIsKept, type NoteForm } from "./note-form.ts";
import { asText } from "./step-content.ts";
import { warn } from "./warn.ts";

/** @internal A note as text, and as the channel updates that put it into the state. */
export interface PlacedNote {
  readonly text: string;
  /** Empty when the graph has no channel for it, or one that does not keep it: nodes then read it with `getReplanNote`. */
  readonly updates: Readonly<Record<string, unknown>>;
}

const MESSAGES = "messages";

/** The name that readers of a conversation see. Users may have messages of that name, too. */
const NOTE_NAME = "rollback";

/** How the ids of the messages begin that a rollback has put into a conversation, and no others. */
const NOTE_ID = "rollback-note-";

const AS_TEXT: readonly NoteForm[] = [(text) => text, (text) => [text]];

/** @internal A note as a message: of a human, which every chat model accepts in any place. */
export function noteMessage(text: string, id: string): HumanMessage {
  return new HumanMessage({ content: text, name: NOTE_NAME, id: `${NOTE_ID}${id}` });
}

/** @internal Whether a message was put into a conversation by a rollback; its id says so, in any process. */
export function isNote(message: unknown): boolean {
  return idOf(message)?.startsWith(NOTE_ID) === true;
}

/**
 * @internal A graph's output without the notes in it, for verifiers: notes quote what was rejected. Looks at the
 * output and its fields for messages and lists of them. What holds no note is the same object; nothing given is altered.
 */
export function withoutNotes<T>(output: T): T;
export function withoutNotes(output: unknown): unknown {
  if (isNote(output)) return undefined;
  if (Array.isArray(output)) return output.some(isNote) ? output.filter((item) => !isNote(item)) : output;
  if (typeof output !== "object" || output === null || BaseMessage.isInstance(output)) return output;
  const told = Object.entries(output).filter(([, value]) => isNote(value) || holdsNote(value));
  if (told.length === 0) return output;
  return { ...output, ...Object.fromEntries(told.map(([name, value]) => [name, withoutNotes(value)])) };
}

const holdsNote = (value: unknown): boolean => Array.isArray(value) && value.some(isNote);

/** @internal The ids of the messages that carry a note into the fork. */
export function noteIdsIn(updates: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const ids = Object.values(updates ?? {}).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).map(idOf),
  );
  return ids.filter((id) => id !== undefined);
}

function idOf(value: unknown): string | undefined {
  const id: unknown = Reflect.get(Object(value), "id");
  return typeof id === "string" ? id : undefined;
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

/** @internal The channel that takes a graph's notes; `undefined` where nodes read them with `getReplanNote` alone. */
export function noteChannelOf(graph: CompiledGraph, named: string | undefined): string | undefined {
  return named ?? (MESSAGES in graph.channels ? MESSAGES : undefined);
}

/**
 * @internal Refuses a channel for notes that the graph does not have, or that keeps neither a text nor a message.
 * @throws {NoteChannelError | NoteChannelTypeError}
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

/**
 * @internal Decides where a note goes: into the named channel, else into `messages` if the graph has it.
 * In a channel of messages it is a human message, which every chat model accepts in any place; elsewhere it is a text, or a
 * list with it, whichever the channel keeps. A channel that keeps neither is left alone, with a warning.
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
  const hasMessages = (name: string): boolean => messagesIn(options.current[name]).length > 0;
  const holdsMessages = (name: string): boolean => name === MESSAGES || hasMessages(name);
  if (typeof note !== "string") {
    checkChannels(graph, Object.keys(note));
    const updates = Object.entries(note).map(([name, value]) => [
      name,
      holdsMessages(name) ? identified(value, `${options.id}-${name}`, hasMessages(name)) : value,
    ]);
    return { text: asText(note), updates: Object.fromEntries(updates) };
  }
  const channel = noteChannelOf(graph, options.channel);
  if (channel === undefined) return { text: note, updates: {} };
  checkChannels(graph, [channel]);
  const spec = graph.channels[channel];
  const asMessage: NoteForm = (text) => [noteMessage(text, options.id)];
  const forms = holdsMessages(channel) ? [asMessage] : [...AS_TEXT, asMessage];
  const form = spec === undefined ? undefined : formThatIsKept(spec, options.current[channel], forms);
  if (form === undefined) warnOnce(channel, spec);
  return { text: note, updates: form === undefined ? {} : { [channel]: form(note) } };
}

const warned = new WeakSet<ChannelSpec>();

function warnOnce(channel: string, spec: ChannelSpec | undefined): void {
  if (spec === undefined || warned.has(spec)) return;
  warned.add(spec);
  const { message, code } = new NoteChannelTypeError(channel, spec.lc_graph_name);
  warn(message, "NoteChannelTypeWarning", code);
}
