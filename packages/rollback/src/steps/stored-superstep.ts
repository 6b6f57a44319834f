import { END, START } from "@langchain/langgraph";
import type { CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { splitWrites, withHandlers } from "./error-handlers.ts";
import { describeInput, type ChannelWrite } from "./step-content.ts";
import {
  isUnfinished,
  NULL_TASK,
  ranTask,
  recordedIdentity,
  type GraftOrigin,
  type RecordedTask,
  type Superstep,
} from "./superstep.ts";
import { identifyTask, type TaskIdentity } from "../langgraph/task-identity.ts";
import { originIn, originOf, type StoredCheckpoint } from "../langgraph/task-origin.ts";
import { checkpointIdOf } from "../langgraph/thread.ts";

/**
 * @internal A checkpoint and the tasks that ran from it, as a checkpointer keeps them.
 *
 * @param recorded   names and times of the tasks; a checkpointer keeps them with the checkpoint that the tasks led to
 * @param entryNodes as for `identifyTask`
 */
export function storedSuperstep(
  tuple: CheckpointTuple,
  recorded: readonly RecordedTask[],
  entryNodes: readonly string[],
): Superstep {
  const { checkpoint, metadata } = tuple;
  const origin = originOf(tuple);
  const known = new Map(recorded.map((task) => [task.task, task]));
  const tasks = [...writesByTask(tuple)].flatMap(([taskId, writes]) => {
    const task = known.get(taskId);
    const entries = task?.node === undefined ? entryNodes : [...entryNodes, task.node];
    const identity =
      recordedIdentity(task) ?? identifyTask(checkpoint, origin, taskId, entries) ?? namelessEntry(writes);
    return ranTask(taskId, writes, identity, task) ?? [];
  });
  return {
    ...superstepFrom({ ...tuple, namespace: origin.namespace }, checkpointIdOf(tuple.parentConfig)),
    subgraphs: subgraphsIn(metadata),
    tasks: withHandlers(origin, tasks),
  };
}

/** @internal Data that a checkpoint holds about the superstep that runs from it. */
export function superstepFrom(
  from: Omit<StoredCheckpoint, "config"> & { readonly namespace: string },
  parent: string | undefined,
): Omit<Superstep, "subgraphs" | "tasks"> {
  const { checkpoint, metadata, namespace } = from;
  const input: unknown = metadata?.source === "input" ? checkpoint.channel_values[START] : undefined;
  return {
    ...originIn(namespace, checkpoint, metadata),
    source: metadata?.source,
    parents: parentsOf(metadata),
    parent,
    graftOf: graftOf(metadata),
    task: input === undefined ? undefined : describeInput(input),
  };
}

/** An entrypoint of the functional API whose name nobody knows: it alone writes what the whole graph ends with. */
function namelessEntry(writes: readonly ChannelWrite[]): TaskIdentity | undefined {
  return writes.some(([channel]) => channel === END)
    ? { node: "entrypoint", path: "pull", position: -1, trigger: START }
    : undefined;
}

/** @internal Names and times of the tasks that led to a checkpoint; none where nobody recorded. */
export function recordedBefore(tuple: CheckpointTuple | undefined): readonly RecordedTask[] {
  return recordedIn(metadataOf(tuple?.metadata)["rollback_steps"]);
}

/** @internal Those of stored values that tell of tasks. */
export function recordedIn(values: unknown): readonly RecordedTask[] {
  return Array.isArray(values) ? values.filter(isRecordedTask) : [];
}

function isRecordedTask(value: unknown): value is RecordedTask {
  return typeof value === "object" && value !== null && "task" in value && "start" in value && "end" in value;
}

/** @internal Writes of each task from a checkpoint, control channels too; tasks that have not ended are left out. */
export function writesByTask(tuple: CheckpointTuple): ReadonlyMap<string, readonly ChannelWrite[]> {
  const tasks = new Map<string, ChannelWrite[]>();
  for (const [taskId, channel, value] of tuple.pendingWrites ?? []) {
    if (taskId === NULL_TASK) continue;
    tasks.set(taskId, [...(tasks.get(taskId) ?? []), [channel, value]]);
  }
  for (const [taskId, writes] of tasks) if (isUnfinished(writes)) tasks.delete(taskId);
  const origin = originOf(tuple);
  return new Map([...tasks].flatMap(([taskId, writes]) => splitWrites(origin, taskId, writes)));
}

/** @internal The checkpoints of the graphs around a checkpoint's graph, by namespace. */
export function parentsOf(metadata: CheckpointMetadata | undefined): Readonly<Record<string, string>> {
  return { ...metadata?.parents };
}

/** @internal Which nodes of the graph are graphs, from a turn's input; `undefined` if unknown. */
export function subgraphsIn(metadata: CheckpointMetadata | undefined): readonly string[] | undefined {
  const paths = metadataOf(metadata)["rollback_subgraphs"];
  return Array.isArray(paths) ? paths.map(String) : undefined;
}

const GRAFT = "rollback_graft";

/** @internal Metadata of a checkpoint that was copied into another namespace. */
export function graftStamp(origin: GraftOrigin): Readonly<Record<string, unknown>> {
  return { [GRAFT]: origin };
}

/** @internal Origin of a checkpoint that was copied; `undefined` for others. */
export function graftOf(metadata: CheckpointMetadata | undefined): GraftOrigin | undefined {
  const origin = metadataOf(metadata)[GRAFT];
  if (typeof origin !== "object" || origin === null) return undefined;
  if (!("namespace" in origin && "checkpoint" in origin)) return undefined;
  return { namespace: String(origin.namespace), checkpoint: String(origin.checkpoint) };
}

const metadataOf = (metadata: CheckpointMetadata | undefined): Readonly<Record<string, unknown>> => ({
  ...metadata,
});
