import type { StepError } from "@langgraph-rollback/attribution/trajectory";
import { outputText } from "./output-text.ts";

/** Exceptions by which LangGraph pauses or hands over: nothing went wrong. */
const NO_ERRORS = /^(GraphInterrupt|NodeInterrupt|ParentCommand|GraphBubbleUp)\b/;

/** Longest name of an exception. */
const LONGEST_NAME = 80;

/** The exception of a text that a tracing backend keeps of it: its name, its message, and no stack. */
export function errorIn(value: unknown): StepError | undefined {
  const text = outputText(value).trim();
  if (text === "" || NO_ERRORS.test(text)) return undefined;
  const head = withoutStack(text);
  // Python writes an exception as `ValueError('too large')`.
  const [, written, , said] = /^([\w.]{1,80})\((['"])(.*)\2,?\)$/s.exec(head) ?? [];
  if (written !== undefined && said !== undefined) return { name: written, message: said };
  return named(repeated(head));
}

function withoutStack(text: string): string {
  const ends = ["Traceback (most recent call last)", "\n    at "].map((mark) => text.indexOf(mark));
  const end = ends.filter((at) => at > 0).toSorted((a, b) => a - b)[0];
  return text.slice(0, end).trim();
}

/** LangChain for JavaScript writes the message, an empty line, and the exception's first line, which holds the message again. Gives that line. */
function repeated(head: string): string {
  const middle = Math.floor(head.length / 2);
  const first = head.indexOf("\n\n", Math.max(0, middle - LONGEST_NAME));
  for (let at = first; at > 0 && at <= middle; at = head.indexOf("\n\n", at + 1))
    if (head.endsWith(head.slice(0, at))) return head.slice(at + 2);
  return head;
}

function named(head: string): StepError {
  const end = head.indexOf(": ");
  const name = head.slice(0, Math.max(0, end));
  return /^[\w.]{0,70}(Error|Exception|Interrupt|Warning|Exit)$/.test(name)
    ? { name, message: head.slice(end + 2) }
    : { name: "Error", message: head };
}
