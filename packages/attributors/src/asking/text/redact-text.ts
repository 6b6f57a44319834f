import { redactValue, type Redact } from "@langgraph-rollback/attribution";

import { asLine } from "./frame.ts";

/** @internal Redacts a framed text: each value in its lines of JSON, and lines that are no JSON as they are. */
export function redactText(text: string, redact: Redact): string {
  return text
    .split("\n")
    .map((line) => redactLine(line, redact))
    .join("\n");
}

function redactLine(line: string, redact: Redact): string {
  const value = parsed(line);
  return value === undefined ? redactValue(line, redact) : asLine(redactValue(value, redact));
}

/** `undefined` if it is no JSON, which JSON cannot be. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
