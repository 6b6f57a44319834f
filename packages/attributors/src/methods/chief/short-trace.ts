import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { endsOf } from "../../asking/text/ends-of.ts";
import { jsonOf } from "../../asking/text/frame.ts";
import { stepLine } from "../../asking/text/transcript.ts";

/** @internal Characters of a text that are enough to see what a run did when. */
export const OUTLINE = 400;
/** @internal Characters of a text beyond which its middle is most often the rest of a page that somebody read. */
export const LONGEST_TEXT = 3000;

const HEAD = 2 / 3;

/**
 * @internal All steps, one a line, long texts without their middle.
 *
 * @param longest characters that a text may have, and the arguments of a call
 * @param whole   steps that stay as they are
 */
export function shortTrace(
  steps: readonly Step[],
  longest: number,
  whole: ReadonlySet<number> = new Set(),
): string {
  return steps.map((step) => (whole.has(step.index) ? stepLine(step) : shortLine(step, longest))).join("\n");
}

function shortLine(step: Step, longest: number): string {
  const { toolCalls } = step;
  const calls = toolCalls?.map((call) => ({ ...call, args: shortArgs(call.args, longest) }));
  const short = calls === undefined ? step : { ...step, toolCalls: calls };
  return stepLine(short, shortened(step.content, longest));
}

function shortArgs(args: unknown, longest: number): unknown {
  const text = args === undefined ? "" : jsonOf(args);
  return text.length <= longest ? args : shortened(text, longest);
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const { head, tail } = endsOf(text, longest, HEAD);
  return `${head} […${text.length - longest} characters…] ${tail}`;
}
