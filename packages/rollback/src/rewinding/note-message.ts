import { BaseMessage, HumanMessage } from "@langchain/core/messages";

/** The name that readers of a conversation see. Users may have messages of that name, too. */
const NOTE_NAME = "rollback";

/** @internal How the ids of the messages begin that a rollback has put into a conversation, and no others. */
export const NOTE_ID = "rollback-note-";

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

/** @internal The id of a message; `undefined` where it has none. */
export function idOf(value: unknown): string | undefined {
  const id: unknown = Reflect.get(Object(value), "id");
  return typeof id === "string" ? id : undefined;
}
