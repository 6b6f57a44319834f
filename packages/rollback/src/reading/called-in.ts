import { checkpointConfig } from "../langgraph/thread.ts";
import type { RecordingSaver } from "../recording/recording-saver.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { RecordedTask } from "../steps/superstep.ts";

/** @internal Tasks that others called in the supersteps of a trajectory that led to no checkpoint, as far as this process saw them. */
export function calledIn(
  saver: RecordingSaver,
  { threadId, steps }: RecordedTrajectory,
): readonly RecordedTask[] {
  const open = new Map<string, { readonly namespace: string; readonly before: string }>();
  for (const { origin, enclosing } of steps)
    for (const { after, namespace, before } of [...enclosing, origin])
      if (after === undefined) open.set(`${namespace}\n${before}`, { namespace, before });
  return [...open.values()]
    .flatMap(({ namespace, before }) => saver.tasksFrom(checkpointConfig(threadId, before, namespace)))
    .filter(({ call }) => call !== undefined);
}
