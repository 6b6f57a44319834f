import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ThreadSource } from "./thread-source.ts";

/**
 * All attempts of a thread, runs and attempts in order; those that have no steps yet are left out.
 *
 * @returns `undefined` if there is no such thread
 */
export async function threadTrajectories(
  source: ThreadSource,
  id: string,
): Promise<readonly Trajectory[] | undefined> {
  const thread = await source.thread(id);
  if (thread === undefined) return undefined;
  const addresses = thread.runs.flatMap(({ run, attempts }) =>
    attempts.map(({ attempt }) => ({ thread: id, run, attempt })),
  );
  const trajectories: Trajectory[] = [];
  for (const address of addresses) {
    const trajectory = await source.trajectory(address);
    if (trajectory !== undefined && trajectory.steps.length > 0) trajectories.push(trajectory);
  }
  return trajectories;
}
