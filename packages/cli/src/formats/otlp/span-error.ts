import type { StepError } from "@langgraph-rollback/attribution/trajectory";
import { firstText } from "../fields.ts";
import type { Span } from "./span.ts";

/** The error that a span ended with. */
export function spanError({ attributes, events, isFailed, message }: Span): StepError | undefined {
  const thrown = events.findLast(({ name }) => name === "exception")?.attributes;
  const name = firstText(attributes.get("error.type"), thrown?.get("exception.type"));
  if (!isFailed && attributes.get("error.type") === undefined) return undefined;
  const said = firstText(thrown?.get("exception.message"), message) ?? "";
  return { name: name ?? "Error", message: withoutStack(said) };
}

/** Characters of an error's name, more or less. */
const NAME = 100;

/** OpenInference puts the stack behind a message, and repeats the message at its top. */
function withoutStack(message: string): string {
  const stack = message.indexOf("\n    at ");
  const head = stack === -1 ? message : message.slice(0, stack);
  const middle = Math.floor(head.length / 2);
  const from = Math.max(0, middle - NAME);
  for (let at = head.indexOf("\n\n", from); at !== -1 && at <= middle; at = head.indexOf("\n\n", at + 1))
    if (head.endsWith(head.slice(0, at))) return head.slice(0, at);
  return message;
}
