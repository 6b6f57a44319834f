import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { withAttemptStamp } from "../steps/attempt-stamp.ts";
import { entryNodesOf, type CompiledGraph, type RunConfig } from "../langgraph/compiled-graph.ts";
import { placeNote } from "../replanning/place-note.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { planRewind } from "../rewinding/plan-rewind.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { Fault, StepWrites } from "./fault.ts";
import { readStep, stateAt } from "../reading/read-step.ts";
import { noteChannelOf } from "../rewinding/note-channel.ts";
import { rewind } from "../rewinding/rewind.ts";
import { execute } from "../attempts/run/run-graph.ts";
import { seed, taskIdInFork } from "../rewinding/seed-writes.ts";
import { isMiddlewareChannel } from "../steps/middleware-channels.ts";
import { writesByTask } from "../steps/stored-superstep.ts";
import { identifyTask, identityKey, isControlChannel } from "../langgraph/task-identity.ts";
import { originInFork, originOf } from "../langgraph/task-origin.ts";
import { checkpointConfig, checkpointTuple, saverOf } from "../langgraph/thread.ts";

/** @internal A step that a fault is planted at. */
export interface Planting {
  readonly graph: CompiledGraph;
  readonly threadId: string;
  readonly trajectory: RecordedTrajectory;
  readonly step: RecordedStep;
  readonly config: RunConfig;
  /** Id for the note's message. */
  readonly id: string;
  readonly channel: string | undefined;
}

/**
 * @internal Writes of the step under the fault.
 *
 * @returns "no-room" if the step cannot take the fault: it would not see the note (a Send's frozen input, an open tool call), or its
 * output has nothing to alter; "broke" if it threw instead of writing
 */
export async function faultyWrites(
  fault: Fault,
  planting: Planting,
): Promise<StepWrites | "no-room" | "broke"> {
  const { graph, threadId, trajectory, step, config } = planting;
  if ("rewrite" in fault) {
    const original = (await writesOf(planting, step.origin.before)) ?? [];
    const isKept = (channel: string): boolean => isControlChannel(channel) || isMiddlewareChannel(channel);
    const kept = original.filter(([channel]) => isKept(channel));
    const rewritten = await fault.rewrite(original.filter(([channel]) => !isKept(channel)));
    return rewritten === undefined ? "no-room" : [...rewritten, ...kept];
  }
  const { channel, id } = planting;
  const plan = await planRewind(graph, trajectory, step.index, { noteChannel: channel });
  if (plan.step !== step.index) return "no-room";
  const { state } = await readStep(graph, checkpointConfig(threadId), step);
  const saver = saverOf(graph);
  const later = async (): Promise<Readonly<Record<string, unknown>>> =>
    stateAt(graph, saver, await checkpointTuple(saver, threadId, trajectory.head));
  const note = await placeNote(graph, fault.note, { channel, id, current: state, later });
  const stamp = { run: planting.id, attempt: 1, note: note.text };
  const checkpoint = step.origin.before;
  const fork = await rewind(graph, checkpointConfig(threadId), {
    checkpoint,
    updates: note.updates,
    noteChannel: noteChannelOf(graph, channel),
    stamp,
  });
  const at = withAttemptStamp({ ...config.configurable, checkpoint_id: fork }, stamp);
  const end = await execute(graph, null, { ...config, interruptAfter: "*", configurable: { ...at } });
  if (end.kind === "threw") return "broke";
  return (await writesOf(planting, fork)) ?? "broke";
}

/** Everything that the step's task wrote from a checkpoint, control channels too. */
async function writesOf(
  { graph, threadId, step }: Planting,
  checkpoint: string,
): Promise<StepWrites | undefined> {
  const tuple = await checkpointTuple(saverOf(graph), threadId, checkpoint);
  const task = taskOf(tuple, step);
  return task === undefined ? undefined : writesByTask(tuple).get(task);
}

/** The task that runs a step from a checkpoint. */
function taskOf(tuple: CheckpointTuple, step: RecordedStep): string | undefined {
  const origin = originOf(tuple);
  return [...writesByTask(tuple).keys()].find(
    (taskId) => identityKey(identifyTask(tuple.checkpoint, origin, taskId), taskId) === step.identity,
  );
}

/**
 * @internal Makes a fork before a step in which the step's superstep has already run: the step with the given writes,
 * its siblings with their own. Resuming from the thread's head then starts with the next superstep.
 */
export async function forkWithWrites(planting: Planting, writes: StepWrites): Promise<void> {
  const { graph, threadId, step } = planting;
  const saver = saverOf(graph);
  const { before: checkpoint } = step.origin;
  const copied = await checkpointTuple(saver, threadId, checkpoint);
  const fork = newForkId();
  const origin = originInFork(copied, fork, "");
  const newFork = { saver, threadId, origin, copied, entryNodes: entryNodesOf(graph) };
  const siblings = [...writesByTask(copied).keys()].filter((taskId) => taskId !== step.origin.taskId);
  const taskId = taskIdInFork(newFork, step.origin.taskId);
  if (taskId !== undefined) await seed(newFork, taskId, writes);
  await rewind(graph, checkpointConfig(threadId), {
    checkpoint,
    fork,
    keep: siblings.map((sibling) => ({ taskId: sibling, node: "" })),
  });
}
