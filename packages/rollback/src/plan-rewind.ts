import type { BaseMessage } from "@langchain/core/messages";

import { messagesIn, unansweredToolCalls } from "./message-text.ts";
import type { RecordedStep, RecordedTrajectory } from "./recorded-trajectory.ts";

/** Where to rewind to, and what it costs. */
export interface RewindPlan {
  /** Index of the first step that runs again; at most the step asked for. */
  readonly step: number;
  /** Id of the checkpoint just before it. */
  readonly checkpoint: string;
  /** Number of steps that stay. */
  readonly kept: number;
  /** Number of the failed attempt's steps that are undone. */
  readonly redone: number;
}

/**
 * Finds the checkpoint to rewind to so that a step runs again and can see a note.
 *
 * Earlier than asked for where it must be: the tasks of a superstep share one checkpoint; tasks that a Send scheduled
 * have their input frozen; and a note between a tool call and its answer makes a conversation that chat models refuse.
 *
 * @param start index of the first suspect step, 0 to l - 1
 * @throws {RangeError} if there is no such step
 */
export function planRewind(trajectory: RecordedTrajectory, start: number): RewindPlan {
  const { steps } = trajectory;
  let step = steps[start];
  if (step === undefined)
    throw new RangeError(`Expected \`start\` in [0, ${steps.length - 1}], got ${start}.`);
  for (;;) {
    step = firstOfSuperstep(steps, step);
    const earlier: RecordedStep | undefined = steps[step.index - 1];
    if (earlier === undefined || noteWouldBeSeen(steps, step)) break;
    step = earlier;
  }
  return {
    step: step.index,
    checkpoint: step.origin.before,
    kept: step.index,
    redone: steps.length - step.index,
  };
}

function firstOfSuperstep(steps: readonly RecordedStep[], step: RecordedStep): RecordedStep {
  return steps.find(({ origin }) => origin.before === step.origin.before) ?? step;
}

function noteWouldBeSeen(steps: readonly RecordedStep[], step: RecordedStep): boolean {
  const siblings = steps.filter(({ origin }) => origin.before === step.origin.before);
  return (
    siblings.every(({ path }) => path === "pull") &&
    unansweredToolCalls(conversationBefore(steps, step)).length === 0
  );
}

/** What has been said when a step starts. DeltaChannels keep no value in the state, but the steps before wrote it. */
function conversationBefore(steps: readonly RecordedStep[], step: RecordedStep): readonly BaseMessage[] {
  const stored = Object.values(step.state).flatMap(messagesIn);
  if (stored.length > 0) return stored;
  return steps.slice(0, step.index).flatMap(({ writes }) => writes.flatMap(([, value]) => messagesIn(value)));
}
