import type { Step } from "@langgraph-rollback/trajectory";

import { stepLine } from "../transcript.ts";

const HEAD = 260;
const TAIL = 140;

/**
 * @internal All steps, one a line, long texts without their middle: enough to see what a run did when.
 *
 * @param whole steps that stay as they are
 */
export function outline(steps: readonly Step[], whole: ReadonlySet<number> = new Set()): string {
  return steps
    .map((step) =>
      whole.has(step.index) ? stepLine(step) : stepLine(withShortCalls(step), shortened(step.content)),
    )
    .join("\n");
}

function withShortCalls(step: Step): Step {
  const { toolCalls } = step;
  if (toolCalls === undefined) return step;
  return { ...step, toolCalls: toolCalls.map((call) => ({ ...call, args: shortArgs(call.args) })) };
}

function shortArgs(args: unknown): unknown {
  const text = JSON.stringify(args) ?? "";
  return text.length <= HEAD + TAIL ? args : shortened(text);
}

function shortened(text: string): string {
  const left = text.length - HEAD - TAIL;
  return left <= 0 ? text : `${text.slice(0, HEAD)} […${left} characters…] ${text.slice(-TAIL)}`;
}
