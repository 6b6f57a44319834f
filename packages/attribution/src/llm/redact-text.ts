import { asLine } from "./frame.ts";

/** Takes out of a text what must not leave: keys, names, addresses. Gets the text as the trace has it, not encoded. */
export type Redact = (text: string) => string;

/** @internal Redacts a framed text: each text in its lines of JSON, keys of objects too, and lines that are no JSON as they are. */
export function redactText(text: string, redact: Redact): string {
  return text
    .split("\n")
    .map((line) => redactLine(line, redact))
    .join("\n");
}

function redactLine(line: string, redact: Redact): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return redact(line);
  }
  return asLine(redactValue(value, redact));
}

function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactValue(item, redact)]),
  );
}
