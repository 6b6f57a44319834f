import type { z } from "zod";

/** @internal Requires a schema for every key of `T`, so that the schema and the type cannot drift apart. */
export type Shape<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** The error of a format, which says of a field what is wrong with it; "" is the file as a whole. */
type FormatError = new (field: string, fault: string, options?: ErrorOptions) => Error;

/**
 * @internal
 * @throws {Refused} on text that is no JSON
 */
export function parseJson(text: string, Refused: FormatError): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refused("", `expected one JSON object, got ${text.length} characters of something else`, {
      cause,
    });
  }
}

/**
 * @internal The value in its checked shape.
 *
 * @throws {Refused} that names the first field that is missing or of another type
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown, Refused: FormatError): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { fault, field } = firstFault(value, result.error);
  throw new Refused(field, fault);
}

function firstFault(value: unknown, error: z.ZodError): { readonly field: string; readonly fault: string } {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  const field = path
    .map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth > 0 ? "." : ""}${String(key)}`))
    .join("");
  const actual = path.reduce<unknown>(
    (inside, key) => (isObject(inside) ? Reflect.get(inside, key) : undefined),
    value,
  );
  const got = isObject(actual) ? "an object" : (JSON.stringify(actual)?.slice(0, 60) ?? "nothing");
  return { field, fault: `${issue?.message ?? "another shape"}, got ${got}` };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
