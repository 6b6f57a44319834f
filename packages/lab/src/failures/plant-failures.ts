import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { MemorySaver } from "@langchain/langgraph";
import { countFirstAttempts, type PlantedRun } from "langgraph-rollback/faults";

import type { System, SystemTask } from "../systems/system.ts";
import { TooFewFailuresError } from "../errors/index.ts";
import type { FailedRun, Failures } from "./failed-run.ts";
import { isInVariant, type Variant } from "./variant.ts";

/** Faults to plant. */
export interface PlantingChoice {
  readonly variant: Variant;
  /** Failures that are wanted. */
  readonly count: number;
  readonly seed: number;
}

/**
 * Plants faults into runs of tasks until so many have failed, each with its fault in the part that the variant names.
 *
 * @throws {TooFewFailuresError} if the tasks end before
 */
export async function plantFailures(
  system: System,
  tasks: Iterable<SystemTask>,
  choice: PlantingChoice,
): Promise<Failures> {
  const failed: FailedRun[] = [];
  const bases: Pick<PlantedRun, "base">[] = [];
  for await (const run of plantEach(system, tasks, choice, (base) => bases.push(base))) failed.push(run);
  return { failed, firstAttempts: countFirstAttempts(bases) };
}

/**
 * The same, each failure as soon as it is there.
 *
 * @param onBase told of each task's run before the fault
 * @throws {TooFewFailuresError} if the tasks end before
 */
export async function* plantEach(
  system: System,
  tasks: Iterable<SystemTask>,
  { variant, count, seed }: PlantingChoice,
  onBase: (base: Pick<PlantedRun, "base">) => void = () => {},
): AsyncGenerator<FailedRun, void> {
  let failed = 0;
  for (const task of tasks) {
    if (failed === count) return;
    const saver = new MemorySaver();
    const run = await plantOnce(system, task, { variant, seed, saver });
    onBase(run.base === undefined ? {} : { base: run.base });
    if (run.status !== "labelled" || !isAsWanted(run.trajectory, variant)) continue;
    failed += 1;
    yield { task, trajectory: run.trajectory, thread: { saver, threadId: run.threadId } };
  }
  if (failed < count) throw new TooFewFailuresError(count, failed);
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
