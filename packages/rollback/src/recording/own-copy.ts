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

/** Bytes that V8 takes on a 64-bit machine for the head of a text or an object, and for one property or element. */
const HEAD = 24;
const SLOT = 8;

/**
 * @internal About how many bytes of the heap plain data take. What is shared with others counts in full, but for the names
 * of properties.
 *
 * @param value texts, numbers, arrays, objects, binary data; without getters
 */
export function heldBytes(value: unknown): number {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === "string") bytes += textBytes(part);
    if (typeof part !== "object" || part === null || seen.has(part)) continue;
    seen.add(part);
    bytes += HEAD;
    if (ArrayBuffer.isView(part)) bytes += part.byteLength;
    else
      for (const held of Object.values(part)) {
        bytes += SLOT;
        open.push(held);
      }
  }
  return bytes;
}

/** Whether V8 needs two bytes for each character of a text. */
const isWide = (text: string): boolean => /[^\0-\u00FF]/.test(text);

/** @internal About how many bytes a text takes. */
export function textBytes(text: string): number {
  return HEAD + (isWide(text) ? 2 : 1) * text.length;
}
