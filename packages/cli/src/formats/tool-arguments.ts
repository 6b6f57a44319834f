import { boundedValue, parsedOrText } from "./bounded-value.ts";

/** The arguments of a tool call: the JSON in their text, or what they are if they are no text or no JSON. */
export function toolArguments(args: unknown): unknown {
  return typeof args === "string" ? parsedOrText(args) : boundedValue(args);
}
