import { seededOrder, trajectorySeed } from "@langgraph-rollback/attribution/draws";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { nanoid } from "nanoid";
import { outputIn, type AttemptEnd } from "../attempts/attempt/attempt.ts";
import {
  compiledGraphOf,
  type CompiledGraph,
  type RollbackTarget,
  type RunConfig,
  type InputOf,
  type OutputOf,
} from "../langgraph/compiled-graph.ts";
import { faultOfChoice, type FailureModeChoice, type FaultForm } from "./draw-mode.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { faultyWrites, forkWithWrites } from "./faulty-writes.ts";
import { judge, verifierOf, verifierRun, withOutcome } from "../verifiers/judge.ts";
import { plainTrajectory } from "../steps/plain-trajectory.ts";
import { readStep } from "../reading/read-step.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { copyOf, plainGraphOf, recording } from "../setup/rollback-context.ts";
import { execute } from "../attempts/run/run-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { AttemptOutcome, Verdict, VerifierRun } from "../verifiers/verifier.ts";

/** A task that the agent is run on. */
export interface PlantingTask<Input> {
  readonly id: string;
  readonly input: Input;
  /** Which exchangeable population it belongs to; stored in the trajectory. */
  readonly group?: string;
}

/** How {@link plantFaults} goes about it. */
export interface PlantFaultsOptions<Input = unknown, Output = unknown> {
  /**
   * Fault at the chosen step: a function that returns it, or names of failure modes. One of these is drawn for each task with equal
   * probabilities; "any" stands for all of {@link FAILURE_MODES}.
   */
  readonly fault: ((context: FaultContext) => Fault) | FailureModeChoice;
  /**
   * How modes named in `fault` are planted. "note", the default, tells the step's language model. "rewrite" alters the step's output, for
   * steps without one; "any" then stands for {@link REWRITABLE_MODES}.
   */
  readonly faultForm?: FaultForm;
  /** As for `withRollback`. */
  verify(run: VerifierRun<Input, Output>): Verdict | Promise<Verdict>;
  /** Decides the steps that are chosen; the same seed chooses the same. */
  readonly seed: number;
  /**
   * Steps that may be chosen. Default: all that the outermost graph scheduled itself; steps inside of subgraphs, and
   * tasks that other tasks call, are never chosen. Leave out those whose repetition has effects outside the graph.
   */
  readonly eligible?: (step: RecordedStep, trajectory: RecordedTrajectory) => boolean;
  /** Channel that takes a fault's note. Default: `messages`. */
  readonly noteChannel?: string;
  /** Config of each run: context, callbacks, recursion limit. Its thread is not used. */
  readonly config?: RunConfig;
  /**
   * Stores the runs, each as a thread of its own: a planted failure can be read or rolled back afterwards. A thread holds the successful run and then
   * the run with the fault. Default: in memory, gone when the task is done.
   */
  readonly checkpointer?: BaseCheckpointSaver;
  /** Makes ids of threads and notes. Default nanoid. */
  readonly ids?: () => string;
}

/** How the agent did before anything was planted. */
export interface BaseRun {
  readonly steps: number;
  readonly ok: boolean;
}

/** Outcome of one task. */
export type PlantedRun =
  | {
      readonly status: "labelled";
      readonly task: string;
      /** Of the failed run in `checkpointer`: a graph with rollback that is called with `null` on it rolls the failure back. */
      readonly threadId: string;
      readonly trajectory: LabelledTrajectory;
      readonly base: BaseRun;
    }
  | {
      readonly status: "skipped";
      /** Absent if it paused. */
      readonly base?: BaseRun;
      readonly task: string;
      /** Only a successful run can take a fault, and only a fault that makes it fail gives a label. */
      readonly why:
        | "base-run-failed"
        | "base-run-paused"
        | "no-eligible-step"
        | "step-broke"
        | "fault-was-harmless";
      readonly detail: string;
    };

/**
 * Makes labelled failures of the user's own agent: runs it on tasks, plants a fault at a uniformly chosen step of each
 * successful run, lets it run on from there, and keeps the runs that then fail.
 *
 * Only the chosen step knows of the fault: a note is shown to that step alone, and what the step wrote is put into a
 * fork without the note, so the rest of the run is as any run that errs there. The graph and
 * its own checkpointer are not touched. The agent really runs, twice from the chosen step on at most: so do its tools.
 *
 * The label names the step that took the fault, also where the run shows the mistake much later. That step is the earliest mistake as far as
 * the verifier knows: only a run that it accepts takes a fault. The label's `reason` is the fault's mode.
 *
 * @yields one result a task, in order
 * @throws {InvalidOptionError} if `fault` names a mode that does not exist, or that does not have the form
 * @see arXiv:2605.06788, C.1.1; arXiv:2503.13657 for the modes
 *
 * @example
 * for await (const run of plantFaults(graph, tasks, {
 *   seed: 1,
 *   verify: ({ output }) => output?.answer === "42",
 *   fault: () => ({ note: "In your next answer, make a mistake in the arithmetic and do not mention it." }),
 * }))
 *   if (run.status === "labelled") labelled.push(run.trajectory);
 */
export async function* plantFaults<G extends RollbackTarget>(
  graph: G,
  tasks: Iterable<PlantingTask<InputOf<G>>> | AsyncIterable<PlantingTask<InputOf<G>>>,
  options: PlantFaultsOptions<InputOf<G>, OutputOf<G>>,
): AsyncGenerator<PlantedRun, void> {
  const plain = plainGraphOf(compiledGraphOf(graph));
  const { faultForm = "note" } = options;
  const fault = typeof options.fault === "function" ? options.fault : faultOfChoice(options.fault, faultForm);
  let position = 0;
  for await (const task of tasks) {
    const copy = copyOf(plain);
    copy.checkpointer = recording(options.checkpointer, Date.now);
    yield { task: task.id, ...(await plantFault(copy, task, { ...options, fault }, position)) };
    position += 1;
  }
}

const isPlantable = ({ path }: RecordedStep): boolean => path === "pull" || path === "push";

/** The options, with modes made a function. */
type ResolvedPlanting = Omit<PlantFaultsOptions, "fault"> & {
  readonly fault: (context: FaultContext) => Fault;
};

type Skipped = Omit<Extract<PlantedRun, { status: "skipped" }>, "task">;
type Labelled = Omit<Extract<PlantedRun, { status: "labelled" }>, "task">;

const skipped = (why: Skipped["why"], detail = "", base?: BaseRun): Skipped => ({
  status: "skipped",
  why,
  detail,
  ...(base === undefined ? {} : { base }),
});

async function plantFault(
  graph: CompiledGraph,
  task: PlantingTask<unknown>,
  options: ResolvedPlanting,
  position: number,
): Promise<Skipped | Labelled> {
  const ids = options.ids ?? nanoid;
  const threadId = ids();
  const thread = checkpointConfig(threadId);
  const config: RunConfig = { ...options.config, durability: "sync", ...thread };
  const base = await execute(graph, task.input, config);
  if (base.kind === "paused") return skipped("base-run-paused");
  const outcome = await outcomeOf(graph, task.input, threadId, base, options);
  const trajectory = await readTrajectory(graph, thread);
  const first = { steps: trajectory.steps.length, ok: outcome.ok };
  if (!outcome.ok) return skipped("base-run-failed", outcome.reason, first);
  const steps = trajectory.steps.filter(
    (step) =>
      step.enclosing.length === 0 && isPlantable(step) && (options.eligible?.(step, trajectory) ?? true),
  );
  const seed = seedOf(options.seed, position);
  for (const choice of seededOrder(steps.length, seed)) {
    const step = steps[choice];
    if (step === undefined) continue;
    const fault = options.fault({ trajectory, step, seed, readStep: (one) => readStep(graph, thread, one) });
    const planting = { graph, threadId, trajectory, step, config, id: ids(), channel: options.noteChannel };
    const writes = await faultyWrites(fault, planting);
    if (writes === "no-room") continue;
    if (writes === "broke") return skipped("step-broke", `step ${step.index + 1}`, first);
    await forkWithWrites(planting, writes);
    const end = await execute(graph, null, config);
    const failed = await outcomeOf(graph, task.input, threadId, end, options);
    if (failed.ok) return skipped("fault-was-harmless", `step ${step.index + 1}`, first);
    const planted = await readTrajectory(graph, thread);
    const trajectoryWithLabel = labelled(planted, task, { step, fault, outcome: failed });
    return { status: "labelled", threadId, trajectory: trajectoryWithLabel, base: first };
  }
  return skipped("no-eligible-step", "", first);
}

/**
 * A seed of the task's own, 32 bits: hashed, since seeds that lie `position` apart would share nearly all of their tasks' choices.
 */
function seedOf(seed: number, position: number): number {
  return trajectorySeed({ id: `${seed}:${position}` });
}

interface PlantedFault {
  readonly step: RecordedStep;
  readonly fault: Fault;
  readonly outcome: AttemptOutcome;
}

function labelled(
  planted: RecordedTrajectory,
  task: PlantingTask<unknown>,
  { step, fault, outcome }: PlantedFault,
): LabelledTrajectory {
  const { mode: reason = "planted" } = fault;
  return {
    ...plainTrajectory(withOutcome(planted, outcome)),
    id: task.id,
    label: { decisiveStep: step.index, planted: true, decisiveAgent: step.agent, reason },
    ...(task.group === undefined ? {} : { group: task.group }),
  };
}

async function outcomeOf(
  graph: CompiledGraph,
  input: unknown,
  threadId: string,
  end: AttemptEnd,
  options: ResolvedPlanting,
): Promise<AttemptOutcome> {
  if (end.kind === "paused") return { ok: true, reason: "paused" };
  if (end.kind === "refused") throw end.error;
  const run = verifierRun({
    input,
    output: outputIn(end),
    ...(end.kind === "threw" ? { error: end.error } : {}),
    threadId,
    attempt: 1,
    trajectory: () => readTrajectory(graph, checkpointConfig(threadId)),
    readStep: (step) => readStep(graph, checkpointConfig(threadId), step),
  });
  return judge(verifierOf(options), run);
}
