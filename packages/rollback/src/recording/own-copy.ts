import { isWide } from "./held-bytes.ts";
import type { RanTask } from "../steps/ran-task.ts";

/**
 * @internal A text that holds on to nothing else. V8 keeps a part that was cut out of a text as a reference to all of it:
 * two hundred characters of a web page would hold the page.
 */
export function ownText(text: string): string {
  if (text.length < SHORTEST_PART) return text;
  const encoding = isWide(text) ? "utf16le" : "latin1";
  return Buffer.from(text, encoding).toString(encoding);
}

/** V8 copies what is shorter. */
const SHORTEST_PART = 13;

/** @internal A task's record that shares no text and no value with the run: what that holds is let go with the run. */
export function ownCopy(task: RanTask): RanTask {
  const { said, error } = task;
  const { toolCalls } = said;
  return {
    ...task,
    said: {
      ...said,
      agent: ownText(said.agent),
      content: ownText(said.content),
      ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map(ownCall) }),
    },
    error: error && { name: ownText(error.name), message: ownText(error.message) },
  };
}

type ToolCall = NonNullable<RanTask["said"]["toolCalls"]>[number];

function ownCall(call: ToolCall): ToolCall {
  try {
    return structuredClone(call);
  } catch {
    // Functions and the like, which no checkpointer keeps either.
    return { ...call, args: asStored(call.args) };
  }
}

function asStored(args: ToolCall["args"]): ToolCall["args"] {
  try {
    return JSON.parse(JSON.stringify(args));
  } catch {
    return {};
  }
}
