import { withAttemptStamp } from "./attempt-stamp.ts";
import type { CompiledGraph, RunConfig } from "./compiled-graph.ts";
import { placeNote } from "./note-updates.ts";
import { planRewind } from "./plan-rewind.ts";
import type { RecordedStep, RecordedTrajectory } from "./recorded-trajectory.ts";
import type { ReplanNote } from "./replan-note.ts";
import { rewind } from "./rewind.ts";
import { execute } from "./run-attempt.ts";
import { taskWrites } from "./seed-writes.ts";
import type { ChannelWrite } from "./step-content.ts";
import { isMiddlewareChannel } from "./middleware/channels.ts";
import { isControlChannel } from "./task-identity.ts";

/** What goes wrong at a step: its model is told to err, or its output is altered. */
export type Fault =
  /** Shown to the step in the note channel (and as `getReplanNote`); an instruction to the model. */
  | { readonly note: ReplanNote }
  /**
   * Alters what the step wrote to the state. Where the graph goes next was decided by the original output and stays
   * so; use a note where the route should follow from the fault.
   */
  | { readonly rewrite: (writes: readonly ChannelWrite[]) => readonly ChannelWrite[] };

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
 * @internal What the step writes under the fault.
 *
 * @returns "not-seen" if the step could not see the note (a Send's frozen input, an open tool call); "broke" if it
 * threw instead of writing
 */
export async function faultyWrites(
  fault: Fault,
  planting: Planting,
): Promise<readonly ChannelWrite[] | "not-seen" | "broke"> {
  const { graph, threadId, trajectory, step, config } = planting;
  if ("rewrite" in fault) {
    const original = (await taskWrites(graph, threadId, step.origin.before)).get(step.identity) ?? [];
    const isKept = (channel: string): boolean => isControlChannel(channel) || isMiddlewareChannel(channel);
    const kept = original.filter(([channel]) => isKept(channel));
    return [...fault.rewrite(original.filter(([channel]) => !isKept(channel))), ...kept];
  }
  if (planRewind(trajectory, step.index).checkpoint !== step.origin.before) return "not-seen";
  const note = placeNote(graph, fault.note, {
    channel: planting.channel,
    id: planting.id,
    current: step.state,
  });
  const stamp = { run: planting.id, attempt: 1, note: note.text };
  const checkpoint = step.origin.before;
  const fork = await rewind(graph, threadId, { checkpoint, updates: note.updates, stamp });
  const at = withAttemptStamp({ ...config.configurable, checkpoint_id: fork }, stamp);
  const end = await execute(graph, null, { ...config, interruptAfter: "*", configurable: { ...at } });
  if (end.status === "ended" && end.error !== undefined) return "broke";
  return (await taskWrites(graph, threadId, fork)).get(step.identity) ?? "broke";
}
