import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { MemorySaver } from "@langchain/langgraph";
import { countFirstAttempts, type PlantedRun } from "langgraph-rollback/faults";

import type { System, SystemTask } from "../systems/system.ts";
import type { FailedRun, Failures } from "./failed-run.ts";
import { isInVariant, type Variant } from "./variant.ts";

/**
 * Plants faults into runs of tasks until so many have failed, each with its fault in the part that the variant names.
 *
 * @throws {RangeError} if the tasks end before
 */
export async function plantFailures(
  system: System,
  tasks: Iterable<SystemTask>,
  { variant, count, seed }: { readonly variant: Variant; readonly count: number; readonly seed: number },
): Promise<Failures> {
  const failed: FailedRun[] = [];
  const bases: Pick<PlantedRun, "base">[] = [];
  for (const task of tasks) {
    if (failed.length === count) return { failed, firstAttempts: countFirstAttempts(bases) };
    const saver = new MemorySaver();
    const run = await plantOnce(system, task, { variant, seed, saver });
    bases.push(run.base === undefined ? {} : { base: run.base });
    if (run.status === "labelled" && isAsWanted(run.trajectory, variant))
      failed.push({ task, trajectory: run.trajectory, thread: { saver, threadId: run.threadId } });
  }
  throw new RangeError(`Expected ${count} failures, got ${failed.length}: there are no more tasks.`);
}

function plantOnce(
  system: System,
  task: SystemTask,
  { variant, seed, saver }: { readonly variant: Variant; readonly seed: number; readonly saver: MemorySaver },
): Promise<PlantedRun> {
  return system.plant(task, {
    seed: trajectorySeed({ id: `${seed}:${task.id}` }),
    checkpointer: saver,
    eligible: (step, { steps }) =>
      isInVariant(variant, step.index, Math.max(steps.length, system.longestRun ?? 0)),
  });
}

/** A fault can make a run longer or shorter than it was. */
const isAsWanted = ({ label, steps }: LabelledTrajectory, variant: Variant): boolean =>
  isInVariant(variant, label.decisiveStep, steps.length);
