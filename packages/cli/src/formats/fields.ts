/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a value; none if it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The items of a value; none if it is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The fields of two values of one thing: the later one counts where it has something. */
export function mergedFields<Value extends Fields>(before: Value | undefined, after: Value): Value {
  if (before === undefined) return after;
  const told = Object.entries(after).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(told) };
}

/** A text with content. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The first of some values that is a text with content. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return textAmong(values);
}

/** The same of a list of any length. */
export function textAmong(values: readonly unknown[]): string | undefined {
  return values.map(textIn).find((text) => text !== undefined);
}

/** Texts within texts that are gone into: tracing backends write JSON as a text, some of them twice. */
const MOST_TIMES = 3;

/** The value of a text that is JSON of an object, a list or a text; any other value as it is. */
export function decoded(value: unknown): unknown {
  let read = value;
  for (let times = 0; times < MOST_TIMES; times += 1) {
    if (typeof read !== "string" || !/^\s*["[{]/.test(read)) return read;
    try {
      read = JSON.parse(read);
    } catch {
      return read;
    }
  }
  return read;
}

/** The value of a text that is JSON of an object or a list; any other value as it is. A text in quotes stays one. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
