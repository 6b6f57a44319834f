import { BaseMessage, HumanMessage } from "@langchain/core/messages";

import { isUser, saidIn } from "./plain-message.ts";

/** The name that readers of a conversation see. Users may have messages of that name, too. */
const NOTE_NAME = "rollback";

/** @internal How the ids of the messages begin that a rollback has put into a conversation, and no others. */
export const NOTE_ID = "rollback-note-";

/** @internal A note as a message: of a human, which every chat model accepts in any place. */
export function noteMessage(text: string, id: string): HumanMessage {
  return new HumanMessage({ content: text, name: NOTE_NAME, id: `${NOTE_ID}${id}` });
}

/**
 * @internal Whether a message was put into a conversation by a rollback; its id says so, in any process. Where messages have no ids, what it says does.
 *
 * @param told texts of notes that the thread was told
 */
export function isNote(message: unknown, told: ReadonlySet<string> = NONE): boolean {
  if (idOf(message)?.startsWith(NOTE_ID) === true) return true;
  if (told.size === 0 || BaseMessage.isInstance(message)) return false;
  const said = typeof message === "string" || isUser(message) ? saidIn(message) : undefined;
  return said !== undefined && told.has(said);
}

const NONE: ReadonlySet<string> = new Set();

/**
 * @internal A graph's output without the notes in it, for verifiers: notes quote what was rejected. Looks at the
 * output and its fields for messages and lists of them. What holds no note is the same object; nothing given is altered.
 *
 * @param told texts of notes that the thread was told
 */
export function withoutNotes<T>(output: T, told?: ReadonlySet<string>): T;
export function withoutNotes(output: unknown, told: ReadonlySet<string> = NONE): unknown {
  const isOne = (item: unknown): boolean => isNote(item, told);
  if (isNote(output)) return undefined;
  if (Array.isArray(output)) return output.some(isOne) ? output.filter((item) => !isOne(item)) : output;
  if (typeof output !== "object" || output === null || BaseMessage.isInstance(output)) return output;
  const holdsNote = (value: unknown): boolean => Array.isArray(value) && value.some(isOne);
  const noted = Object.entries(output).filter(([, value]) => isNote(value) || holdsNote(value));
  if (noted.length === 0) return output;
  return {
    ...output,
    ...Object.fromEntries(noted.map(([name, value]) => [name, withoutNotes(value, told)])),
  };
}

/** @internal Whether a graph's output may hold notes that have no ids: in a list, beside what users say. */
export function mayHoldPlainNotes(output: unknown): boolean {
  const values: readonly unknown[] =
    typeof output === "object" && output !== null && !Array.isArray(output)
      ? Object.values(output)
      : [output];
  const isPlainUser = (item: unknown): boolean =>
    typeof item === "string" || (!BaseMessage.isInstance(item) && isUser(item));
  return values.some((value) => Array.isArray(value) && value.some(isPlainUser));
}

/** @internal Texts of notes: their own, and those of the messages that carried them into the fork. */
export function textsTold(
  records: readonly { readonly note?: string; readonly updates?: Readonly<Record<string, unknown>> }[],
): ReadonlySet<string> {
  const carried = records.flatMap(({ updates = {} }) => Object.values(updates).flat());
  const texts = [...records.map(({ note }) => note), ...carried.map(saidIn)];
  return new Set(texts.flatMap((text) => (text === undefined || text === "" ? [] : [text])));
}

/** @internal Carriers of a note into the fork: the ids of its messages, and what they say. */
export function carriersOf({
  note,
  updates,
}: {
  readonly note?: string | undefined;
  readonly updates?: Readonly<Record<string, unknown>> | undefined;
}): { readonly noteIds?: readonly string[]; readonly noteTexts?: readonly string[] } {
  if (note === undefined) return {};
  return {
    noteIds: idsIn(updates),
    noteTexts: [...textsTold([{ note, ...(updates === undefined ? {} : { updates }) }])],
  };
}

function idsIn(updates: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const ids = Object.values(updates ?? {}).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).map(idOf),
  );
  return ids.filter((id) => id !== undefined);
}

/** @internal The id of a message; `undefined` where it has none. */
export function idOf(value: unknown): string | undefined {
  const id: unknown = Reflect.get(Object(value), "id");
  return typeof id === "string" ? id : undefined;
}
