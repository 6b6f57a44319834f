import type { StepOrigin } from "@langgraph-rollback/trajectory";

import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { RewindPoint } from "./rewind-point.ts";

/**
 * @internal The steps of a failed attempt in the order that its rewind was planned by: of a superstep, those that are kept come first. Another process does not
 * know in which order a task called others where nobody has stored it.
 */
export function keptFirst(
  trajectory: RecordedTrajectory,
  { keep, into = [] }: RewindPoint,
): RecordedTrajectory {
  const levels = [keep, ...into.map((inner) => inner.keep)];
  const steps = levels.reduce<readonly RecordedStep[]>(
    (known, kept = []) => inFront(known, new Set(kept.map(({ taskId }) => taskId))),
    trajectory.steps,
  );
  return { ...trajectory, steps: steps.map((step, index) => ({ ...step, index })) };
}

/** Moves tasks to where their superstep begins. */
function inFront(steps: readonly RecordedStep[], tasks: ReadonlySet<string>): readonly RecordedStep[] {
  const isMoved = (step: RecordedStep): boolean => originsOf(step).some(({ taskId }) => tasks.has(taskId));
  const one = steps.flatMap(originsOf).find(({ taskId }) => tasks.has(taskId));
  const first = steps.findIndex((step) =>
    originsOf(step).some((origin) => one !== undefined && isBeside(origin, one)),
  );
  if (first === -1) return steps;
  const rest = steps.slice(first);
  return [...steps.slice(0, first), ...rest.filter(isMoved), ...rest.filter((step) => !isMoved(step))];
}

const originsOf = ({ enclosing, origin }: RecordedStep): readonly StepOrigin[] => [...enclosing, origin];

const isBeside = (one: StepOrigin, other: StepOrigin): boolean =>
  one.namespace === other.namespace && one.before === other.before;
