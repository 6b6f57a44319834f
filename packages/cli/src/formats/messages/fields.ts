import { boundedValue } from "../bounded-value.ts";

/** The fields of an object but those that were read, none that are empty. A value that is nested too deeply is a text. */
export function restOf(
  value: Readonly<Record<string, unknown>>,
  read: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const rest = Object.entries(value).filter(
    ([key, each]) => !read.has(key) && each !== null && each !== undefined,
  );
  return Object.fromEntries(rest.map(([key, each]) => [key, boundedValue(each)]));
}

/** The fields that are there. */
export function given(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return restOf(fields, new Set());
}
