import { boundedValue } from "../bounded-value.ts";
import { fieldsOf, isFields, itemsOf } from "../fields.ts";

/** Deeper values are left out: readers of trajectories walk through values level by level. */
const DEEPEST = 50;

/** A value as OTLP/JSON writes it, such as `{ "intValue": "3" }`. One that is written plainly is taken as it is. */
function anyValue(value: unknown, depth: number = 0): unknown {
  if (!isFields(value)) return boundedValue(value);
  if (depth > DEEPEST) return "[nested too deeply]";
  if ("stringValue" in value) return boundedValue(value["stringValue"]);
  if ("boolValue" in value) return boundedValue(value["boolValue"]);
  if ("intValue" in value) return wholeNumber(boundedValue(value["intValue"]));
  if ("doubleValue" in value) return realNumber(boundedValue(value["doubleValue"]));
  if ("bytesValue" in value) return boundedValue(value["bytesValue"]);
  if ("arrayValue" in value)
    return itemsOf(fieldsOf(value["arrayValue"])["values"]).map((item) => anyValue(item, depth + 1));
  if ("kvlistValue" in value)
    return Object.fromEntries(attributesOf(fieldsOf(value["kvlistValue"])["values"], depth + 1));
  return null;
}

/** Attributes by name, as a list of keys with values. The first of several with the same name counts. */
export function attributesOf(list: unknown, depth: number = 0): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of itemsOf(list)) {
    const { key, value } = fieldsOf(item);
    if (typeof key === "string" && !found.has(key)) found.set(key, anyValue(value, depth));
  }
  return found;
}

/** A 64-bit number stays a text where JavaScript would round it. */
function wholeNumber(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const number = Number(value);
  return value.trim() !== "" && Number.isSafeInteger(number) ? number : value;
}

/** JSON has no NaN and no infinity: they are texts. */
function realNumber(value: unknown): unknown {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : value;
}
