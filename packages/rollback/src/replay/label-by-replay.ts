import type { RunnableConfig } from "@langchain/core/runnables";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { InputOf, OutputOf, RollbackTarget } from "../langgraph/compiled-graph.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { LabelStarts } from "./label-starts.ts";
import { type PlannedReplay, planReplay, recordedRun } from "./plan-replay.ts";
import { replayConfig } from "./replay-config.ts";
import { replayInSandbox } from "./replay-in-sandbox.ts";
import type { LabelReplay, ReplayLabel } from "./replay-label.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { replayedGraph, type ReplayedGraph } from "./replayed-graph.ts";

/** How `labelByReplay` goes about it. */
export interface ReplayLabelOptions<Input = unknown, Output = unknown> extends Omit<
  ReplayOptions<Input, Output>,
  "from" | "repeat" | "update" | "onReplay"
> {
  /** Rejected replays before a start counts as failing; one accepted replay counts at once. Default 1. */
  readonly patience?: number;
  /** Replays of this run at the most. Default: as many as it takes. */
  readonly budget?: number;
  /** Replays that were made before: they count, and are not made again. */
  readonly made?: readonly LabelReplay[];
  /** Told of each replay once it is over. What it throws ends the labelling. */
  readonly onReplay?: (made: LabelReplay) => void | Promise<void>;
}

/**
 * Labels a failed run without a person: replays it from one step after another until the last start from which a replay is accepted is found.
 *
 * @param config names the thread, and with a `checkpoint_id` the run, as for `replay`
 * @throws {InvalidOptionError} if nobody judges: `verify` is missing, and the graph has no rollback
 * @throws what `replay` throws
 *
 * @example
 * const { status, range } = await labelByReplay(agent, { configurable: { thread_id: "tickets-1" } }, { patience: 2 });
 */
export async function labelByReplay<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
  options?: ReplayLabelOptions<InputOf<G>, OutputOf<G>>,
): Promise<ReplayLabel>;
export async function labelByReplay(
  graph: RollbackTarget,
  config: CallConfig,
  options: ReplayLabelOptions = {},
): Promise<ReplayLabel> {
  const replayed = replayedGraph(graph, replayOptionsOf(options));
  if (replayed.verify === undefined && options.sandbox === undefined)
    throw new InvalidOptionError("verify", "a function", undefined);
  return labelReplayed(replayed, config, options);
}

/** @internal As {@link labelByReplay}, of a graph that is judged. */
export async function labelReplayed(
  replayed: ReplayedGraph,
  config: CallConfig,
  labelling: ReplayLabelOptions,
): Promise<ReplayLabel> {
  const { patience = 1, budget = Infinity, made = [], onReplay } = labelling;
  const options = replayOptionsOf(labelling);
  const run = await recordedRun(replayed, config);
  const starts = new LabelStarts(run.trajectory.steps.length, patience);
  for (const each of made) starts.add(each);
  const plans = new Map<number, Promise<PlannedReplay>>();
  const planFrom = (from: number): Promise<PlannedReplay> => {
    const plan = plans.get(from) ?? planReplay(replayed, run, { ...options, from }, config.signal);
    plans.set(from, plan);
    return plan;
  };
  while (starts.made.length < budget) {
    const asked = await starts.next(async (start) => (await planFrom(start)).rewind.step);
    if (asked === undefined) break;
    const plan = await planFrom(asked);
    const { status, reason, spent } = await replayInSandbox(replayed, plan, options, replayConfig(config));
    const replay = { asked, start: plan.rewind.step, status, reason, spent };
    starts.add(replay);
    await onReplay?.(replay);
  }
  return starts.label();
}

/** The options of each replay. */
function replayOptionsOf({
  budget: _budget,
  made: _made,
  onReplay: _onReplay,
  patience: _patience,
  ...given
}: ReplayLabelOptions): ReplayOptions {
  return { ...given, from: 0 };
}
