import { messagesIn } from "../langgraph/message-text.ts";
import { DELTA_CHANNEL } from "../langgraph/private-strings.ts";
import type { ChannelSpec } from "../langgraph/compiled-graph.ts";

/** @internal A text as an update of a channel: as it is, in a list, or as a message. */
export type NoteForm = (text: string) => unknown;

/** Stands for a note, whose length a reducer may limit. */
const SAMPLE = "a replanning note";

/**
 * @internal The first of several forms of a note that a channel keeps: one that its reducer takes, that does not put a text or
 * a list in the place of another kind of value or of a list's items, and that stands in what the checkpointer is given. `undefined` if it keeps
 * none. LangGraph knows a channel's reducer and its default, not the type of its values, so each form is tried.
 *
 * @param current the channel's value; the caller must not use it afterwards, as a reducer may alter it
 */
export function formThatIsKept(
  spec: ChannelSpec,
  current: unknown,
  forms: readonly NoteForm[],
): NoteForm | undefined {
  // Counted before a reducer may add to the list itself.
  const items = itemsOf(current);
  return forms.find((form) => {
    try {
      const kept = valueAfter(spec, current, form(SAMPLE));
      const replacesAll = items > 0 && itemsOf(kept) === 1;
      return staysItsKind(current, kept) && !replacesAll && holds(kept, SAMPLE);
    } catch {
      return false;
    }
  });
}

/** @internal Whether a channel can keep a note, as far as it can be known before any run: its value is its default then. */
export function canTakeNote(spec: ChannelSpec, forms: readonly NoteForm[]): boolean {
  return formThatIsKept(spec, defaultOf(spec), forms) !== undefined;
}

/** A copy of the value that the channel has before any update; `undefined` if it has none. */
function defaultOf(spec: ChannelSpec): unknown {
  try {
    return structuredClone(valueIn(spec.fromCheckpoint()));
  } catch {
    return undefined;
  }
}

/** What a run that starts from a checkpoint finds in the channel after an update. */
function valueAfter(spec: ChannelSpec, current: unknown, update: unknown): unknown {
  const channel = spec.fromCheckpoint(current);
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

function holds(value: unknown, note: string): boolean {
  if (typeof value === "string") return value.includes(note);
  if (Array.isArray(value)) return value.some((item) => holds(item, note));
  const [message] = messagesIn(value);
  if (message !== undefined) return message.text.includes(note);
  return (JSON.stringify(value) ?? "").includes(note);
}
