import type { RunnableConfig } from "@langchain/core/runnables";

import { once } from "../attempts/attempt/attempt-reads.ts";
import { planningOf } from "../attempts/decide/plan-rollback.ts";
import type { FailedAttempt } from "../attempts/decide/failed-attempt.ts";
import { checkChannels } from "../langgraph/compiled-graph.ts";
import type { PlacedNote } from "../replanning/place-note.ts";
import { planRewindOf } from "../rewinding/plan-rewind.ts";
import type { RewindPlan } from "../rewinding/rewind-point.ts";
import { copyOf } from "../setup/rollback-context.ts";
import { readCalls, type RecordedCalls } from "./recorded-calls.ts";
import { asFailed, attributionOf, readRun, type RecordedRun } from "./recorded-run.ts";
import { copiedContext, type ReplayedGraph } from "./replayed-graph.ts";
import type { ReplayOptions } from "./replay-options.ts";

/** @internal A run that is to be replayed: from where, and with which note. */
export interface PlannedReplay extends RecordedRun {
  readonly failed: FailedAttempt;
  readonly rewind: RewindPlan;
  readonly note: PlacedNote | undefined;
  /** The calls of models and tools that were recorded, read once. */
  readonly answers: () => Promise<RecordedCalls>;
}

/** @internal Reads the run of a thread. */
export async function recordedRun(replayed: ReplayedGraph, config: RunnableConfig): Promise<RecordedRun> {
  const source = copyOf(replayed.graph);
  source.checkpointer = replayed.saver;
  return readRun({ graph: source, saver: replayed.saver }, config);
}

/**
 * @internal Plans a replay as a live retry from a step would be planned. Writes nothing.
 *
 * @throws {RangeError} if the run has no such step
 * @throws {UnknownNoteChannelError} if `update` names a channel that the graph does not have
 */
export async function planReplay(
  replayed: ReplayedGraph,
  run: RecordedRun,
  { from, note: given, update = {} }: Pick<ReplayOptions, "from" | "note" | "update">,
  signal: AbortSignal | undefined,
): Promise<PlannedReplay> {
  checkChannels(replayed.graph, Object.keys(update));
  const context = copiedContext(replayed, []);
  const failed = await asFailed(context, run);
  const planning = planningOf(context, failed);
  const { graph, saver, options } = context;
  const reading = { graph, saver, read: failed.ended.reads.checkpoint, noteChannel: options.noteChannel };
  const isTold = given !== false;
  const rewind = await planRewindOf({ ...reading, keep: true, isTold }, run.trajectory, from);
  const { trajectory, outcome, number: attempt } = failed;
  const attribution = await attributionOf(context, failed, run.record, signal);
  const effects = run.record?.effects ?? [];
  const note = isTold
    ? await planning.note({ trajectory, attribution, rewind, outcome, attempt, effects })
    : undefined;
  const answers = once(() => readCalls(replayed.saver, run));
  return { ...run, failed, rewind, note, answers };
}
