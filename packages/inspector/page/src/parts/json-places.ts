import type { JsonValue } from "../../../src/shared/view/json-value.ts";

type JsonList = readonly JsonValue[];
type JsonRecord = Readonly<Record<string, JsonValue>>;

export function isList(value: JsonValue | undefined): value is JsonList {
  return Array.isArray(value);
}

export function isRecord(value: JsonValue | undefined): value is JsonRecord {
  return typeof value === "object" && value !== null && !isList(value);
}

/** A key such as "constructor" is found on every object, but seldom its own. */
export function ownValue(record: JsonRecord, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The path of what stands inside of a place, as code would write it: `messages[2].content`, `["a key"]`. */
export function pathTo(place: string, key: string | number): string {
  if (typeof key === "number") return `${place}[${key}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${place}[${JSON.stringify(key)}]`;
  return place === "" ? key : `${place}.${key}`;
}
