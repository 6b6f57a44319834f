import { RedactorOutputError } from "../errors/redactor-output-error.ts";

/**
 * Takes out of a text what must not leave: keys, names, addresses. Called with each text as the trace has it, not encoded, and
 * with each number, boolean and name of a field as text, one at a time; more than once where a value is shown again. What it
 * gives back as it was stays as it was: a number a number.
 *
 * @returns the text without it, at once; anything but a string is a `RedactorOutputError`, and nothing is sent or stored
 */
export type Redact = (text: string) => string;

/** Depth in a value beyond which nothing is shown. */
const DEEPEST = 100;
const TOO_DEEP = "[nested too deeply to redact]";

/**
 * @internal Redacts a value that JSON can hold: texts, numbers, booleans and names of fields, however deep; also the values in a
 * text that is JSON itself, or has lines that are.
 *
 * @returns the value itself if nothing was taken out
 */
export function redactValue(value: string, redact: Redact, depth?: number): string;
export function redactValue(value: unknown, redact: Redact, depth?: number): unknown;
export function redactValue(value: unknown, redact: Redact, depth: number = 0): unknown {
  if (typeof value === "string") return redactString(value, redact, depth);
  if (typeof value === "number" || typeof value === "boolean") {
    const text = String(value);
    const shown = applied(text, redact);
    return shown === text ? value : shown;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return TOO_DEEP;
  return Array.isArray(value)
    ? redactItems(value, redact, depth + 1)
    : redactFields(value, redact, depth + 1);
}

function redactString(text: string, redact: Redact, depth: number): string {
  const inside = redactJson(text, redact, depth) ?? redactJsonLines(text, redact, depth);
  return applied(inside, redact);
}

function redactJsonLines(text: string, redact: Redact, depth: number): string {
  if (!text.includes("\n")) return text;
  return text
    .split("\n")
    .map((line) => redactJson(line, redact, depth) ?? line)
    .join("\n");
}

/** @returns `undefined` if the text is no object, list or text in JSON */
function redactJson(text: string, redact: Redact, depth: number): string | undefined {
  const value = /^\s*[[{"]/.test(text) ? parsed(text) : undefined;
  if (value === undefined) return undefined;
  const shown = redactValue(value, redact, depth + 1);
  return shown === value ? text : JSON.stringify(shown);
}

/** `undefined` if it is no JSON, which JSON cannot be. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function redactItems(items: readonly unknown[], redact: Redact, depth: number): unknown {
  const shown = items.map((item) => redactValue(item, redact, depth));
  return shown.every((item, index) => item === items[index]) ? items : shown;
}

function redactFields(fields: object, redact: Redact, depth: number): unknown {
  const shown = new Map<string, unknown>();
  let changed = false;
  for (const [name, value] of Object.entries(fields)) {
    const shownName = applied(name, redact);
    const shownValue = redactValue(value, redact, depth);
    changed ||= shownName !== name || shownValue !== value;
    // Two fields that now have the same name are still two.
    shown.set(shown.has(shownName) ? `${shownName} (${shown.size + 1})` : shownName, shownValue);
  }
  return changed ? Object.fromEntries(shown) : fields;
}

function applied(text: string, redact: Redact): string {
  const shown: unknown = redact(text);
  if (typeof shown !== "string") throw new RedactorOutputError(shown);
  return shown;
}
