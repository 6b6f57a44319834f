import { isDeepStrictEqual } from "node:util";

import { messagesIn, messageText, toolCallsIn } from "../langgraph/message-text.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { FaultContext, StepWrites } from "./fault.ts";
import { withText } from "./message-copy.ts";

/** @internal Steps of the outermost graph before the one that the fault is planted at. */
export function stepsBefore({ trajectory, step }: FaultContext): readonly RecordedStep[] {
  return trajectory.steps.filter(({ index, enclosing }) => index < step.index && enclosing.length === 0);
}

/** @internal Those of the same agent that another agent has answered since, before the step. */
export function answeredSteps(context: FaultContext): readonly RecordedStep[] {
  const { agent } = context.step;
  const before = stepsBefore(context);
  const lastOther = before.findLast((step) => step.agent !== agent)?.index ?? -1;
  return before.filter((step) => step.agent === agent && step.index < lastOther);
}

/**
 * @internal Output of an earlier step in place of this one's: of the first step whose output differs in a channel that both write.
 *
 * @returns `undefined` if there is none
 */
export async function earlierOutput(
  writes: StepWrites,
  { readStep }: FaultContext,
  steps: readonly RecordedStep[],
): Promise<StepWrites | undefined> {
  for (const step of steps) {
    const earlier = new Map((await readStep(step)).writes);
    const given = writes.map(([channel, own]) => [channel, inPlaceOf(own, earlier.get(channel))] as const);
    if (given.some(([, value], at) => value !== writes[at]?.[1])) return given;
  }
  return undefined;
}

/** The earlier value, or its text in a message of this step: a message with the earlier one's id would replace it. */
function inPlaceOf(own: unknown, earlier: unknown): unknown {
  const said = messagesIn(earlier).at(-1);
  const last = messagesIn(own).at(-1);
  if (last === undefined && said === undefined)
    return earlier === undefined || isDeepStrictEqual(own, earlier) ? own : earlier;
  if (last === undefined || said === undefined || toolCallsIn(last).length > 0) return own;
  const text = messageText(said);
  if (text === "" || text === messageText(last)) return own;
  const repeated = withText(last, text);
  return Array.isArray(own) ? own.map((item: unknown) => (item === last ? repeated : item)) : repeated;
}
