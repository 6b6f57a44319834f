import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { DELTA_CHANNEL } from "../langgraph/private-strings.ts";
import type { ChannelSpec, CompiledGraph } from "../langgraph/compiled-graph.ts";
import { deltaHistory } from "./delta-history.ts";
import { RecordingSaver } from "./recording-saver.ts";

/** A channel that keeps no value in its checkpoints, but replays what its ancestors' tasks wrote. */
interface DeltaChannelSpec extends ChannelSpec {
  fromCheckpoint(value?: unknown): DeltaChannelSpec;
  replayWrites(writes: readonly unknown[]): void;
  get(): unknown;
}

/**
 * @internal Live copies of a graph's DeltaChannels as they stood at a checkpoint, by name.
 *
 * A new child of the checkpoint must store their values: what LangGraph would replay for it includes the writes of
 * the tasks that ran from that checkpoint in the branch that is left (langgraphjs#2737).
 */
export async function deltaChannelsAt(
  graph: CompiledGraph,
  saver: BaseCheckpointSaver,
  tuple: CheckpointTuple,
): Promise<ReadonlyMap<string, DeltaChannelSpec>> {
  const specs = Object.entries(graph.channels).flatMap(([name, spec]) =>
    isDeltaChannel(spec) ? [{ name, spec }] : [],
  );
  const stored = tuple.checkpoint.channel_values;
  const channels = specs.map(({ name }) => name).filter((name) => !(name in stored));
  const histories = channels.length === 0 ? {} : await historyIn(saver, { config: tuple.config, channels });
  return new Map(
    specs.map(({ name, spec }) => {
      const channel = spec.fromCheckpoint(stored[name] ?? histories[name]?.seed);
      channel.replayWrites(histories[name]?.writes ?? []);
      return [name, channel];
    }),
  );
}

/** @internal Whether a graph has channels whose values are put together from writes. */
export function hasDeltaChannels({ channels }: CompiledGraph): boolean {
  return Object.values(channels).some(isDeltaChannel);
}

/** A recorder knows the order by itself. */
function historyIn(
  saver: BaseCheckpointSaver,
  of: Parameters<BaseCheckpointSaver["getDeltaChannelHistory"]>[0],
): ReturnType<BaseCheckpointSaver["getDeltaChannelHistory"]> {
  return saver instanceof RecordingSaver ? saver.getDeltaChannelHistory(of) : deltaHistory(saver, [of]);
}

function isDeltaChannel(spec: ChannelSpec): spec is DeltaChannelSpec {
  return spec.lc_graph_name === DELTA_CHANNEL && "replayWrites" in spec;
}
