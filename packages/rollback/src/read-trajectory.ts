import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { StepError } from "@langgraph-rollback/trajectory";

import { compiledGraphOf, type RollbackTarget } from "./compiled-graph.ts";
import { lineageOf, turnInput } from "./lineage.ts";
import type { RecordedStep, RecordedTrajectory } from "./recorded-trajectory.ts";
import { RecordingSaver } from "./recording-saver.ts";
import type { RecordedTask } from "./step-clock.ts";
import { describeInput, describeWrites, type ChannelWrite } from "./step-content.ts";
import {
  identifyTask,
  identityKey,
  isControlChannel,
  sentArgs,
  stateValues,
  type TaskIdentity,
} from "./task-identity.ts";
import { checkpointIdOf, saverOf, threadIdOf } from "./thread.ts";

/**
 * Reads what a thread's current branch did in its current turn, step by step.
 *
 * Works on any thread that its checkpointer still holds, recorded by `RecordingSaver` or not; without it, steps lack
 * their times (as do, in another process, the steps that failed). Parallel tasks of one superstep come in LangGraph's own order: Sends as sent, then nodes by name.
 * A subgraph is one step.
 *
 * @param config names the thread; with a `checkpoint_id`, the branch that ends there
 * @returns the steps from the turn's input on; none when nothing has run yet
 * @throws {ThreadIdError | NoCheckpointerError | CheckpointNotFoundError | UnsupportedGraphError}
 */
export async function readTrajectory(
  graph: RollbackTarget,
  config: RunnableConfig,
): Promise<RecordedTrajectory> {
  const threadId = threadIdOf(config);
  const saver = saverOf(compiledGraphOf(graph));
  const lineage = await lineageOf(saver, threadId, checkpointIdOf(config));
  const supersteps = lineage.map((tuple, position) => superstepSteps(saver, tuple, lineage[position + 1]));
  const head = lineage.at(-1)?.checkpoint.id ?? "";
  return {
    id: `${threadId}:${head}`,
    threadId,
    head,
    task: describeInput(turnInput(lineage)),
    steps: supersteps.flat().map((step, index) => ({ ...step, index })),
  };
}

/** The tasks that ran from a checkpoint: all of them when a child proves it, else those that have failed or ended. */
function superstepSteps(
  saver: BaseCheckpointSaver,
  before: CheckpointTuple,
  after: CheckpointTuple | undefined,
): readonly RecordedStep[] {
  if (after !== undefined && after.metadata?.source !== "loop") return [];
  const times = new Map(recordedTasks(saver, before, after).map((task) => [task.task, task]));
  const steps = [...writesByTask(before)].flatMap(
    ([taskId, writes]) => stepOf(before, after, taskId, writes, times.get(taskId)) ?? [],
  );
  return withoutAborted(steps)
    .toSorted(
      (a, b) => order(a.identity) - order(b.identity) || (a.step.origin.node < b.step.origin.node ? -1 : 1),
    )
    .map(({ step }) => step);
}

/** One task's exception aborts its siblings: they neither finished nor failed. */
function withoutAborted<T extends { readonly step: RecordedStep }>(steps: readonly T[]): readonly T[] {
  const aborted = ({ step }: T): boolean => step.error?.name === "AbortError";
  const culprit = steps.some((step) => step.step.error !== undefined && !aborted(step));
  return culprit ? steps.filter((step) => !aborted(step)) : steps;
}

const order = (identity: TaskIdentity | undefined): number =>
  identity?.path === "push" ? identity.sendIndex : Number.POSITIVE_INFINITY;

function stepOf(
  before: CheckpointTuple,
  after: CheckpointTuple | undefined,
  taskId: string,
  writes: readonly ChannelWrite[],
  recorded: RecordedTask | undefined,
): { step: RecordedStep; identity: TaskIdentity | undefined } | undefined {
  const superstep = (before.metadata?.step ?? -1) + 1;
  const identity = identifyTask(before.checkpoint, superstep, "", taskId);
  const node = identity?.node ?? "unknown";
  if (node === "__start__") return undefined;
  const error = after === undefined ? errorIn(writes) : undefined;
  const stateWrites = writes.filter(([channel]) => !isControlChannel(channel));
  const state = stateValues(before.checkpoint);
  const step: RecordedStep = {
    index: 0,
    ...describeWrites(stateWrites, node),
    ...(error === undefined ? {} : { error, content: `${error.name}: ${error.message}` }),
    ...timesOf(recorded),
    origin: {
      node,
      taskId,
      superstep,
      namespace: "",
      before: before.checkpoint.id,
      ...(after === undefined ? {} : { after: after.checkpoint.id }),
    },
    path: identity?.path ?? "pull",
    identity: identityKey(identity, taskId),
    input: identity?.path === "push" ? sentArgs(before.checkpoint, identity.sendIndex) : state,
    state,
    writes: stateWrites,
  };
  return { step, identity };
}

function writesByTask(tuple: CheckpointTuple): ReadonlyMap<string, readonly ChannelWrite[]> {
  const tasks = new Map<string, ChannelWrite[]>();
  for (const [taskId, channel, value] of tuple.pendingWrites ?? []) {
    if (taskId === NULL_TASK) continue;
    tasks.set(taskId, [...(tasks.get(taskId) ?? []), [channel, value]]);
  }
  for (const [taskId, writes] of tasks) if (isUnfinished(writes)) tasks.delete(taskId);
  return tasks;
}

/** Writes that no task made: a Command's update or a resume. */
const NULL_TASK = "00000000-0000-0000-0000-000000000000";

function isUnfinished(writes: readonly ChannelWrite[]): boolean {
  return writes.every(
    ([channel]) => channel === "__interrupt__" || channel === "__resume__" || channel === "__scheduled__",
  );
}

/** LangGraph keeps an error's name and message. */
function errorIn(writes: readonly ChannelWrite[]): StepError | undefined {
  const value = writes.find(([channel]) => channel === "__error__")?.[1];
  if (typeof value !== "object" || value === null) return undefined;
  const text = (key: string, otherwise: string): string => {
    const part: unknown = Reflect.get(value, key);
    return typeof part === "string" ? part : otherwise;
  };
  return { name: text("name", "Error"), message: text("message", "") };
}

/** What the recorder noted of the tasks between two checkpoints; nothing where it did not record. */
function recordedTasks(
  saver: BaseCheckpointSaver,
  before: CheckpointTuple,
  after: CheckpointTuple | undefined,
): readonly RecordedTask[] {
  if (after === undefined) return saver instanceof RecordingSaver ? saver.tasksFrom(before.config) : [];
  const metadata: Readonly<Record<string, unknown>> = { ...after.metadata };
  const tasks: unknown = metadata["rollback_steps"];
  return Array.isArray(tasks) ? tasks.filter(isRecordedTask) : [];
}

function isRecordedTask(value: unknown): value is RecordedTask {
  return typeof value === "object" && value !== null && "task" in value && "start" in value && "end" in value;
}

function timesOf(task: RecordedTask | undefined): {
  startedAt?: string;
  endedAt?: string;
} {
  if (task === undefined) return {};
  return { startedAt: new Date(task.start).toISOString(), endedAt: new Date(task.end).toISOString() };
}
