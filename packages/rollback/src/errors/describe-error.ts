import { inspect } from "node:util";

/**
 * @internal An error as data: name and message, nothing else (no stack, no fields that may hold secrets).
 *
 * Anything can be thrown, and some clients put a response's body where the message belongs. A value that is not a text becomes text.
 */
export function describeError(error: unknown): { readonly name: string; readonly message: string } {
  return {
    name: textIn(error, "name") ?? "Error",
    message: textIn(error, "message") ?? asString(error),
  };
}

/** @internal A field of an error, as text; `undefined` if it has none, or if it cannot be read. */
export function textIn(error: unknown, field: "name" | "message" | "code"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  try {
    const value: unknown = Reflect.get(error, field);
    if (value === undefined || typeof value === "string") return value;
    return inspect(value, { depth: 3, breakLength: Infinity });
  } catch {
    return undefined;
  }
}

function asString(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `a thrown ${typeof value} that has no text`;
  }
}
