import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { countTokens } from "./count-tokens.ts";
import { endsOf, GAP, HEAD } from "./ends-of.ts";
import { asLine, jsonOf } from "./frame.ts";
import { shownAgent } from "./shown-agent.ts";

/** @internal Explanation in prompts of {@link terseTrace}, and of where the task stands: see `terseTexts`. */
export const TERSE_TRACE =
  'Each step of the trace opens with its number and agent; what it said is indented, "+" is a tool call, "!" an error. If no frame holds the task, step 1 begins with it.';

/**
 * @internal A trace in hardly more tokens than its texts have: a line with number and agent, then the content as it is, each
 * line one space in. As nothing else is indented, no content can pass for another step. Characters that could be taken for
 * markup are escaped as {@link asLine} does. A line that is JSON itself is put into quotes instead of in: a reader who goes over
 * the lines of a prompt, as `redactText` does, takes lines of JSON for values, and would lose the space.
 */
export function terseTrace(steps: readonly Step[]): string {
  return steps.map((step) => terseStep(step)).join("\n");
}

/** @internal One step of {@link terseTrace}. */
export function terseStep(step: Step): string {
  const { content, error, index, toolCalls = [] } = step;
  return [
    `${index + 1} ${plain(shownAgent(step))}`,
    ...content.split("\n").map(contentLine),
    ...toolCalls.map(({ name, args }) => `+ ${asLine({ name, args })}`),
    ...(error === undefined ? [] : [`! ${plain(error.name)}`]),
  ].join("\n");
}

/** @internal A step of at most `limit` characters of content, the rest cut out of its middle; calls go with it. */
export function shortStep(step: Step, limit: number): Step {
  const { content, toolCalls, ...rest } = step;
  const calls = toolCalls !== undefined && jsonOf(toolCalls).length <= limit ? { toolCalls } : {};
  if (content.length <= limit) return { ...rest, content, ...calls };
  const { head, tail } = endsOf(content, limit, HEAD);
  return { ...rest, content: head + GAP + tail, ...calls };
}

/** @internal The step, shortened until it has at most `budget` tokens, or as short as it gets. */
export function stepWithin(step: Step, budget: number): Step {
  let fitting = step;
  const whole = step.content.length + jsonOf(step.toolCalls ?? "").length;
  for (
    let limit = whole;
    limit >= 1 && countTokens(terseStep(fitting), budget) > budget;
    limit = Math.floor(limit / 2)
  )
    fitting = shortStep(step, Math.floor(limit / 2));
  return fitting;
}

function contentLine(line: string): string {
  if (line === "") return "";
  const indented = ` ${plain(line)}`;
  return isJson(indented) ? asLine(line) : indented;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** On one line, without the quotes of JSON and the escapes that only they need. */
function plain(text: string): string {
  return asLine(text)
    .slice(1, -1)
    .replaceAll(/\\(["\\])/g, "$1");
}
