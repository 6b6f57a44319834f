import { BaseMessage } from "@langchain/core/messages";

import { isNote, noteMessage, NOTE_ID } from "../steps/note-message.ts";
import { isPlain, isUser, partsIn, roleOf, toldPair } from "../steps/plain-message.ts";

/** @internal A text as an item of a list; the id is for items that have one. */
export type ItemForm = (text: string, id: string) => unknown;

/** @internal Kind of the items of a list: LangChain's messages, objects with a role, pairs of role and text, or texts. */
export type ItemKind = "message" | "object" | "pair" | "text";

/** @internal */
export function itemKindOf(item: unknown): ItemKind | undefined {
  if (BaseMessage.isInstance(item)) return "message";
  if (typeof item === "string") return "text";
  if (toldPair(item) !== undefined) return "pair";
  return isPlain(item) && roleOf(item) !== undefined ? "object" : undefined;
}

/** @internal The item by which a list shows the form of what a user says: the newest of a user, else the newest of all; no note. */
export function exemplarIn(items: readonly unknown[]): unknown {
  const own = items.filter((item) => !isNote(item));
  return own.findLast((item) => isUser(item)) ?? own.at(-1) ?? items.at(-1);
}

/**
 * @internal The form in which a text joins a list, as its items show it. `undefined` if they do not show where a text has its place, or if all that
 * users said has a further field: nobody can know what would have to stand there.
 */
export function itemFormOf(items: readonly unknown[]): ItemForm | undefined {
  const like = exemplarIn(items);
  switch (itemKindOf(like)) {
    case "message":
      return noteMessage;
    case "text":
      return (text) => text;
    case "pair":
      return pairForm(like, items);
    case "object":
      return objectForm(like, items);
    default:
      return undefined;
  }
}

function pairForm(like: unknown, items: readonly unknown[]): ItemForm | undefined {
  const role = userRole(like, items);
  return role === undefined ? undefined : (text) => [role, text];
}

function objectForm(like: unknown, items: readonly unknown[]): ItemForm | undefined {
  if (!isPlain(like)) return undefined;
  const role = userRole(like, items);
  const said = items.filter(isPlain).filter((item) => isUser(item));
  const content = contentForm(like, "content");
  const parts = contentForm(like, "parts");
  const alike = said.length === 0 ? [like] : said;
  const isKnown =
    said.length === 0 ||
    Object.keys(like).every((key) => KNOWN.has(key) || said.some((item) => !(key in item)));
  if (role === undefined || !isKnown || (content === undefined && parts === undefined)) return undefined;
  const { type } = like;
  const who = "role" in like ? { ...(typeof type === "string" ? { type } : {}), role } : { type: role };
  const hasId = alike.every(({ id }) => typeof id === "string");
  return (text, id) => ({
    ...(hasId ? { id: `${NOTE_ID}${id}` } : {}),
    ...who,
    ...(content === undefined ? {} : { content: content(text) }),
    ...(parts === undefined ? {} : { parts: parts(text) }),
  });
}

/** Fields that a note can fill, and the name, which messages may lack. */
const KNOWN = new Set(["role", "type", "content", "parts", "id", "name"]);

/** The value of a message's field that holds a text: the text, or one part with it. */
function contentForm(
  like: Readonly<Record<string, unknown>>,
  field: "content" | "parts",
): ((text: string) => unknown) | undefined {
  const value = like[field];
  if (typeof value === "string") return (text) => text;
  const part = partsIn(value).find(({ text }) => typeof text === "string");
  if (part === undefined) return undefined;
  const { type } = part;
  if (type === undefined) return (text) => [{ text }];
  return type === "text" || isUser(like) ? (text) => [{ type, text }] : undefined;
}

/** Roles of those who do not use the agent. */
const OTHERS = new Set(["assistant", "ai", "model", "system", "developer", "tool", "function"]);

/** The name of the user's role in the list. */
function userRole(like: unknown, items: readonly unknown[]): string | undefined {
  const role = roleOf(like);
  if (role === undefined || isUser(like)) return role;
  if (!OTHERS.has(role)) return undefined;
  return items.some((item) => roleOf(item) === "ai") ? "human" : "user";
}
