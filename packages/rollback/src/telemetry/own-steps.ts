import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { spanContextIn } from "./trace-context.ts";
import type { Trace } from "./trace-store.ts";
import type { SpanContext } from "@opentelemetry/api";

/** A step that is to be told, and the span that it belongs to where that is not the call's own. */
export interface OwnStep {
  readonly step: RecordedStep;
  readonly parent?: SpanContext;
}

/**
 * The steps of an attempt that no call has told yet. Those that ended before the call belong to the call in which they ran: its process was killed, or it was
 * aborted.
 *
 * @param start  index of the first step that the attempt ran itself
 * @param before the attempt's parts in earlier calls, oldest first
 * @param told   ids of the tasks that this call has told
 * @param began  when this call began to run the attempt, milliseconds since the epoch
 */
export function ownSteps(
  steps: readonly RecordedStep[],
  of: {
    readonly start: number;
    readonly before: readonly Trace[];
    readonly told: Iterable<string>;
    readonly began: number;
  },
): readonly OwnStep[] {
  const known = new Set([...of.told, ...of.before.flatMap(({ told = [] }) => told.map(([task]) => task))]);
  return steps
    .slice(of.start)
    .filter(({ origin }) => !known.has(origin.taskId))
    .map((step) => {
      const ended = Date.parse(step.endedAt ?? "");
      const part = ended < of.began ? of.before.findLast(({ at }) => Date.parse(at) <= ended) : undefined;
      const parent = spanContextIn(part?.span);
      return parent === undefined ? { step } : { step, parent };
    });
}
