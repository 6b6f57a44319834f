import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

/**
 * Index of the first step at which a replay is not what the recorded run was: another agent, another content, or no such step in one of them.
 *
 * @param isWhole whether the replay came to its end: a step that it lacks is a difference then
 * @returns `undefined` if it is the same throughout
 */
export function partingStep(
  recorded: Pick<Trajectory, "steps">,
  replayed: Pick<Trajectory, "steps">,
  isWhole: boolean,
): number | undefined {
  const [most, own] = [recorded.steps.length, replayed.steps.length];
  const length = isWhole ? Math.max(most, own) : own;
  for (let index = 0; index < length; index += 1)
    if (!isSame(recorded.steps[index], replayed.steps[index])) return index;
  return undefined;
}

const isSame = (one: Step | undefined, other: Step | undefined): boolean =>
  one?.agent === other?.agent &&
  one?.content === other?.content &&
  one?.error?.message === other?.error?.message;
