import { MemorySaver } from "@langchain/langgraph";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { System } from "../systems/system.ts";

/** How much to run. */
export interface Repeats {
  /** Number of problems, from the first one on. */
  readonly problems: number;
  /** Runs of each problem. */
  readonly runs: number;
}

/** Runs each problem several times, under seeds 1, 2, 3 and so on. All have their outcome; failures are labelled with their first mistake. */
export async function repeatedTasks(
  system: System,
  { problems, runs }: Repeats,
): Promise<readonly Trajectory[]> {
  const trajectories: Trajectory[] = [];
  for (const problem of system.problems.slice(0, problems))
    for (let seed = 1; seed <= runs; seed += 1) {
      const id = `${problem}-seed-${seed}`;
      const thread = { saver: new MemorySaver(), threadId: id };
      const { mistake, ok, trajectory } = await system.run({ id, problem, seed }, thread);
      const label = ok || mistake === undefined ? {} : { label: { decisiveStep: mistake } };
      trajectories.push({ ...trajectory, outcome: { ok }, ...label });
    }
  return trajectories;
}
