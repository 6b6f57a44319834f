import { isDeepStrictEqual } from "node:util";

import { BaseMessage } from "@langchain/core/messages";
import { isCommand, Send } from "@langchain/langgraph";

import { isPlain } from "./stored-form.ts";

/** Fields of a message that say how it was made. A part of them that is lost does not make it another answer. */
const ASIDE = ["lc_kwargs", "lc_namespace", "response_metadata", "usage_metadata", "metadata"];

/** @internal Whether a value is the same after it was stored and read. Serialisers drop functions, make texts of dates, and leave of an object of a class its fields. */
export function survives(value: unknown, read: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === read && typeof value !== "symbol";
  if (typeof read !== "object" || read === null) return false;
  if (Array.isArray(value))
    return (
      Array.isArray(read) &&
      value.length === read.length &&
      value.every((each, at) => survives(each, read[at]))
    );
  if (BaseMessage.isInstance(value))
    return (
      BaseMessage.isInstance(read) &&
      value.constructor.name === read.constructor.name &&
      haveSame(value, read, ASIDE)
    );
  if (isCommand(value)) return isCommand(read) && haveSame(value, read);
  if (value instanceof Send) return read instanceof Send && haveSame(value, read);
  if (isPlain(value)) return isPlain(read) && haveSame(value, read);
  return isDeepStrictEqual(value, read);
}

/** A field that is undefined counts as one that is not there. */
function haveSame(value: object, read: object, aside: readonly string[] = []): boolean {
  const names = new Set([...Object.keys(value), ...Object.keys(read)]);
  return [...names].every(
    (name) => aside.includes(name) || survives(Reflect.get(value, name), Reflect.get(read, name)),
  );
}
