import { BaseMessage } from "@langchain/core/messages";

/** @internal A value that the checkpointer gave back as another kind of value. */
export interface LostType {
  /** Path of the value, as JavaScript would write it: `orders[0].at`. */
  readonly path: string;
  readonly live: string;
  readonly stored: string;
}

/** Values that are looked at; a state may be large, and one example is enough. */
const LOOKED_AT = 10_000;

/**
 * @internal The first value in a channel that had a type which its stored form has not: a Date that became a string. Values
 * that differ otherwise are other values, written since. Messages are LangChain's to store, and are not looked into.
 *
 * @param live   as nodes saw it in the process that wrote it
 * @param stored as a checkpointer gives it back
 */
export function lostType(channel: string, live: unknown, stored: unknown): LostType | undefined {
  const pairs: Pair[] = [{ path: channel, live, stored }];
  for (const pair of pairs) {
    const [was, is] = [kindOf(pair.live), kindOf(pair.stored)];
    if (was === is) for (const each of inside(pair, LOOKED_AT - pairs.length)) pairs.push(each);
    else if (isStoredForm(pair.live, pair.stored)) return { path: pair.path, live: was, stored: is };
  }
  return undefined;
}

interface Pair {
  readonly path: string;
  readonly live: unknown;
  readonly stored: unknown;
}

/** The name of a value's class, or of its type. Objects without a class count as plain ones, as nothing hangs on it. */
function kindOf(value: unknown): string {
  if (typeof value === "number") return Number.isFinite(value) ? "number" : String(value);
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  const made: unknown = Reflect.get(value, "constructor");
  return typeof made === "function" && Object.getPrototypeOf(value) !== null ? made.name : "Object";
}

/** The first values in a value of the same kind that correspond to each other. */
function inside({ path, live, stored }: Pair, limit: number): readonly Pair[] {
  if (limit <= 0 || typeof live !== "object" || live === null || BaseMessage.isInstance(live)) return [];
  if (live instanceof Map && stored instanceof Map)
    return first(live.keys(), limit).map((key) => ({
      path: `${path}.get(${JSON.stringify(key)})`,
      live: live.get(key),
      stored: stored.get(key),
    }));
  if (live instanceof Set && stored instanceof Set)
    return inside({ path, live: first(live, limit), stored: first(stored, limit) }, limit);
  const isList = Array.isArray(live);
  if (!isList && kindOf(live) !== "Object") return [];
  const keys: readonly (string | number)[] = isList ? first(live.keys(), limit) : Object.keys(live);
  return keys.slice(0, limit).map((key) => ({
    path: isList ? `${path}[${key}]` : `${path}.${key}`,
    live: Reflect.get(live, key),
    stored: Reflect.get(Object(stored), key),
  }));
}

/** The first of some values, without a look at the rest. */
function first<T>(values: Iterable<T>, limit: number): readonly T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length === limit) break;
    taken.push(value);
  }
  return taken;
}

/** Whether a value is what JSON makes of another. */
function isStoredForm(live: unknown, stored: unknown): boolean {
  if (typeof live === "number") return !Number.isFinite(live) && stored === null;
  if (typeof live === "function" || typeof live === "symbol") return stored === undefined || stored === null;
  if (typeof live !== "object" || live === null || isJson(live) || isSubclass(live, stored)) return false;
  if (live instanceof Error) return stored instanceof Error && stored.message === live.message;
  const form: unknown = "toJSON" in live && typeof live.toJSON === "function" ? live.toJSON() : live;
  if (typeof form !== "object" || form === null) return stored === form;
  if (typeof stored !== "object" || stored === null) return false;
  const [own, kept] = [Object.keys(form), Object.keys(stored)];
  return !Array.isArray(stored) && own.length === kept.length && own.every((key) => key in stored);
}

const isJson = (value: object): boolean => Array.isArray(value) || kindOf(value) === "Object";

/** Whether a value can stand in for another: PostgresSaver makes a Buffer of a Uint8Array. */
function isSubclass(live: object, stored: unknown): boolean {
  const made: unknown = Reflect.get(live, "constructor");
  return typeof made === "function" && stored instanceof made;
}
