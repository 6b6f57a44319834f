/** Deeper values are no data that anybody wrote: what reads them later walks level by level. */
const DEEPEST = 100;

/** In place of what lies deeper. */
const DEEPER = "[nested too deeply]";

/** A JSON value whose nesting ends at 100 levels. */
export function shallow(value: unknown, levels: number = DEEPEST): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return DEEPER;
  if (Array.isArray(value)) return value.map((each) => shallow(each, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shallow(each, levels - 1)]));
}

/** The fields of an object but those that were read, none that are empty, nested no deeper than `shallow` leaves them. */
export function restOf(
  value: Readonly<Record<string, unknown>>,
  read: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const rest = Object.entries(value).filter(
    ([key, each]) => !read.has(key) && each !== null && each !== undefined,
  );
  return Object.fromEntries(rest.map(([key, each]) => [key, shallow(each)]));
}

/** The fields that are there. */
export function given(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return restOf(fields, new Set());
}
