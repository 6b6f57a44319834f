import { BaseMessage } from "@langchain/core/messages";

import { DELTA_CHANNEL } from "../langgraph/private-strings.ts";
import type { ChannelSpec } from "../langgraph/compiled-graph.ts";
import { itemFormOf, type ItemForm } from "./item-form.ts";
import { noteMessage } from "../steps/note-message.ts";
import { isPlain, toldPair } from "../steps/plain-message.ts";

/** @internal A note as an update of a channel. */
export interface NoteForm {
  readonly update: (text: string, id: string) => unknown;
  /** Whether a value of the channel holds the update. */
  readonly isIn: (value: unknown, update: unknown) => boolean;
}

/** Stands for a note, whose length a reducer may limit. */
const SAMPLE = "a replanning note";

const ofText: NoteForm = { update: (text) => text, isIn: (value) => holdsText(value) };

/** As most reducers of lists take it, and as those do that take single items. */
function ofItem(item: ItemForm): readonly NoteForm[] {
  const isIn = (value: unknown, update: unknown): boolean =>
    Array.isArray(value) && value.some((each) => isLike(each, update));
  return [
    {
      update: (text, id) => [item(text, id)],
      isIn: (value, update) => Array.isArray(update) && isIn(value, update[0]),
    },
    { update: item, isIn },
  ];
}

const ofString: ItemForm = (text) => text;

/**
 * @internal The form in which a channel keeps a note: that of what the channel holds. In a list it is an item like those of users. `undefined` if no
 * form is known to fit. A list that has no items takes messages of LangChain if its reducer makes them. Otherwise it takes a text, unless it is the
 * conversation: what messages look like there is not known.
 *
 * LangGraph knows a channel's reducer and its default, not the type of its values. So an update is tried: the reducer must take it, must not put it in
 * the place of another kind of value or of a list's items, and it must stand in what the checkpointer is given.
 *
 * @param values         values of the channel that show its form: first the one that the note joins, then later ones, if that is an empty list
 * @param isConversation whether the channel is the one of LangGraph's own graphs for it
 */
export function noteFormOf(
  spec: ChannelSpec,
  values: readonly unknown[],
  isConversation: boolean,
): NoteForm | undefined {
  const [current] = values;
  return formsFor(spec, values, isConversation).find((form) => isKeptBy(spec, current, form));
}

/** @internal Whether a channel can keep a note, as far as it can be known before any run: its value is its default then. */
export function canTakeNote(spec: ChannelSpec): boolean {
  const value = defaultOf(spec);
  const forms = formsFor(spec, [value], false);
  const orMessage = itemsOf(value) === 0 ? ofItem(noteMessage) : [];
  return [...forms, ...orMessage].some((form) => isKeptBy(spec, value, form));
}

function formsFor(
  spec: ChannelSpec,
  values: readonly unknown[],
  isConversation: boolean,
): readonly NoteForm[] {
  const [current] = values;
  const isUnset = current === undefined || current === null;
  const lists = values.filter((value) => Array.isArray(value)).filter(({ length }) => length > 0);
  if (lists.length > 0 && (isUnset || Array.isArray(current))) {
    const item = lists.map(itemFormOf).find((form) => form !== undefined);
    return item === undefined ? [] : ofItem(item);
  }
  if (makesMessages(spec, current)) return ofItem(noteMessage);
  return isConversation ? [] : [ofText, ...ofItem(ofString)];
}

function isKeptBy(spec: ChannelSpec, current: unknown, form: NoteForm): boolean {
  try {
    const update = form.update(SAMPLE, "");
    const kept = valueAfter(spec, current, update);
    const replacesAll = itemsOf(current) > 0 && itemsOf(kept) === 1;
    return staysItsKind(current, kept) && !replacesAll && form.isIn(kept, update);
  } catch {
    return false;
  }
}

/** Whether a reducer makes messages of what it is given, as LangGraph's own does. */
function makesMessages(spec: ChannelSpec, current: unknown): boolean {
  try {
    const kept = valueAfter(spec, current, [["human", SAMPLE]]);
    return Array.isArray(kept) && kept.some((item) => BaseMessage.isInstance(item));
  } catch {
    return false;
  }
}

/** A copy of the value that the channel has before any update; `undefined` if it has none. */
function defaultOf(spec: ChannelSpec): unknown {
  try {
    return structuredClone(valueIn(spec.fromCheckpoint()));
  } catch {
    return undefined;
  }
}

/** Value of the channel after an update, as a run that starts from a checkpoint finds it. */
function valueAfter(spec: ChannelSpec, current: unknown, update: unknown): unknown {
  // A reducer may add to the list itself.
  const channel = spec.fromCheckpoint(Array.isArray(current) ? [...current] : current);
  channel.update([update]);
  // A DeltaChannel's checkpoint is empty by design: what it holds is put together from what was written.
  return spec.lc_graph_name === DELTA_CHANNEL
    ? valueIn(channel)
    : valueIn(spec.fromCheckpoint(channel.checkpoint()));
}

function valueIn(channel: ChannelSpec): unknown {
  return "get" in channel && typeof channel.get === "function" ? channel.get() : undefined;
}

/** Nodes that read a number, or an object, would fail over a text in its place. */
function staysItsKind(before: unknown, after: unknown): boolean {
  return before === undefined || before === null || kindOf(before) === kindOf(after);
}

/** Without a reducer a list of the note alone takes the place of a conversation. */
const itemsOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/** Whether an item of a list is the one that it was given, or the message that was made of it. */
function isLike(kept: unknown, given: unknown): boolean {
  if (BaseMessage.isInstance(kept)) return kept.text.includes(SAMPLE);
  if (toldPair(given) !== undefined) return toldPair(kept)?.[1].includes(SAMPLE) === true;
  if (isPlain(given))
    return isPlain(kept) && Object.keys(given).every((key) => key in kept) && holdsText(kept);
  return kindOf(kept) === kindOf(given) && holdsText(kept);
}

function holdsText(value: unknown): boolean {
  if (typeof value === "string") return value.includes(SAMPLE);
  return (JSON.stringify(value) ?? "").includes(SAMPLE);
}
