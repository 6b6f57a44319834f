import { MemorySaver } from "@langchain/langgraph";
import { countFirstAttempts, type PlantedRun } from "langgraph-rollback/faults";

import { TooFewFailuresError } from "../errors/index.ts";
import type { System, SystemTask } from "../systems/system.ts";
import type { FailedRun, Failures } from "./failed-run.ts";

/**
 * Runs tasks until so many have failed by mistakes of the model's own. They are labelled with the first mistake.
 *
 * @throws {TooFewFailuresError} if the tasks end before
 */
export async function collectFailures(
  system: System,
  tasks: Iterable<SystemTask>,
  count: number,
): Promise<Failures> {
  const failed: FailedRun[] = [];
  const bases: Pick<PlantedRun, "base">[] = [];
  for (const task of tasks) {
    if (failed.length === count) return { failed, firstAttempts: countFirstAttempts(bases) };
    const thread = { saver: new MemorySaver(), threadId: task.id };
    const { ok, mistake, trajectory } = await system.run(task, thread);
    bases.push({ base: { steps: trajectory.steps.length, ok } });
    if (!ok && mistake !== undefined)
      failed.push({ task, thread, trajectory: { ...trajectory, label: { decisiveStep: mistake } } });
  }
  throw new TooFewFailuresError(count, failed.length);
}
