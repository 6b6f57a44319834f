import type { Step } from "@langgraph-rollback/attribution/trajectory";

import type { RewindRequest } from "./rewind-request.ts";

/**
 * @internal The step that a model names in its request to go back: the one that made the tool call, or the first one whose text holds the quote.
 *
 * @param steps the attempt's, oldest first
 * @returns 0-based; `undefined` where the request names no step of them
 */
export function suspectedStep(
  steps: readonly Step[],
  { tool, call, quote }: RewindRequest,
): number | undefined {
  const called = tool === undefined ? undefined : callingStep(steps, tool, call);
  return called ?? (quote === undefined ? undefined : quotedStep(steps, quote));
}

function callingStep(steps: readonly Step[], tool: string, call: number | undefined): number | undefined {
  const calling = steps.flatMap(({ index, toolCalls = [] }) =>
    toolCalls.filter(({ name }) => name === tool).map(() => index),
  );
  return calling.at(call === undefined ? -1 : call - 1);
}

function quotedStep(steps: readonly Step[], quote: string): number | undefined {
  const words = inOneLine(quote);
  if (words === "") return undefined;
  return steps.find(({ content }) => inOneLine(content).includes(words))?.index;
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
