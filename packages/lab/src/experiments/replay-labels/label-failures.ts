import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import type { ReplayLabel } from "langgraph-rollback/replay";

import { collectFailures } from "../../failures/collect-failures.ts";
import { tasksOn } from "../../failures/problem-split.ts";
import type { System } from "../../systems/system.ts";

/** A natural failure with its first mistake, as the simulation knows it, and its label by replay. */
export interface TwiceLabelled {
  readonly problem: string;
  /** With the first mistake as its label. */
  readonly trajectory: LabelledTrajectory;
  readonly replayed: Pick<ReplayLabel, "status" | "range">;
  /** Number of replays that the label took. */
  readonly replays: number;
}

/** Natural failures of a system's runs, each labelled by replays, too. */
export async function labelFailures(
  system: System,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<readonly TwiceLabelled[]> {
  const { failed } = await collectFailures(system, tasksOn(system.problems, seed), count);
  const labelled: TwiceLabelled[] = [];
  for (const { task, thread, trajectory } of failed) {
    const { range, replays, status } = await system.label(thread);
    const replayed = { status, ...(range === undefined ? {} : { range }) };
    labelled.push({ problem: task.problem, trajectory, replayed, replays: replays.length });
  }
  return labelled;
}
