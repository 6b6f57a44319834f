import { isFields } from "../fields.ts";
import { textOf } from "../messages/text-of.ts";
import { isEvent } from "./autogen-events.ts";

/** Fields that hold the messages of a run: a dump of events, the result of a task, AG2's result of a chat, and Magentic-One's log. */
const LISTS = ["events", "messages", "chat_history", "history"] as const;

/** A run that one value of a file holds. */
export interface TeamRun {
  /** Place of its messages inside of the value. */
  readonly path: readonly PropertyKey[];
  readonly messages: readonly unknown[];
  /** Fields beside them. */
  readonly beside: Readonly<Record<string, unknown>>;
}

/** The run in a value, if it holds a list of messages. */
export function teamRunIn(value: unknown): TeamRun | undefined {
  if (Array.isArray(value)) return { path: [], messages: value, beside: {} };
  if (!isFields(value)) return undefined;
  const list = LISTS.find((name) => Array.isArray(value[name]));
  const messages = list === undefined ? undefined : value[list];
  if (list === undefined || !Array.isArray(messages)) return undefined;
  return {
    path: [list],
    messages,
    beside: Object.fromEntries(Object.entries(value).filter(([name]) => name !== list)),
  };
}

/** Whether a value is a run that no other format has. */
export function isTeamRun(value: unknown): boolean {
  const run = teamRunIn(value);
  if (run === undefined || run.messages.length === 0) return false;
  const first = run.messages[0];
  if (isEvent(first)) return true;
  if (!isFields(first) || typeof first["role"] !== "string" || !("content" in first)) return false;
  const [list] = run.path;
  return list === "chat_history" || (list === "history" && "question" in run.beside);
}

/** The words of the task, where a run has them. */
export function taskIn({ question, task }: TeamRun["beside"]): string | undefined {
  return textOf(task) || textOf(question) || undefined;
}
