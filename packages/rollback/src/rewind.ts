import { copyCheckpoint, DeltaSnapshot, uuid6, type ChannelVersions } from "@langchain/langgraph-checkpoint";

import { withAttemptStamp, type AttemptStamp } from "./attempt-stamp.ts";
import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "./compiled-graph.ts";
import { deltaChannelsAt } from "./delta-channels.ts";
import { NoteChannelError } from "./errors/note-channel-error.ts";
import { isControlChannel } from "./task-identity.ts";
import { nextVersion } from "./next-version.ts";
import { checkpointTuple, saverOf } from "./thread.ts";

/** What a rewind writes into the fork. */
export interface RewindOptions {
  /** Id of the checkpoint to go back to. */
  readonly checkpoint: string;
  /** Values to put into the state's channels, through their reducers: the replanning note. */
  readonly updates?: Readonly<Record<string, unknown>>;
  /** Id of the fork, from `newForkId`: a rewind that is repeated after a crash makes the same fork. */
  readonly fork?: string;
  /** The attempt that will run from the fork. */
  readonly stamp?: AttemptStamp;
}

/** A fresh checkpoint id that sorts after all ids made before. */
export function newForkId(): string {
  return uuid6(0);
}

/**
 * Makes a fork: a new child of an earlier checkpoint, from which `invoke(null)` runs again what came after it.
 *
 * The checkpoint is written by hand, because none of LangGraph's own ways keeps both branches right (`updateState`
 * runs a node's writers again, a Command on an old checkpoint alters it). Nothing of the failed branch is touched.
 *
 * @returns the fork's checkpoint id; the fork is the thread's newest checkpoint
 * @throws {NoteChannelError} if an update names a channel that the graph does not have; nothing is written then
 * @throws {CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function rewind(
  target: RollbackTarget,
  threadId: string,
  options: RewindOptions,
): Promise<string> {
  const graph = compiledGraphOf(target);
  const saver = saverOf(graph);
  const tuple = await checkpointTuple(saver, threadId, options.checkpoint);
  const step = (tuple.metadata?.step ?? -1) + 1;
  const fork = copyCheckpoint(tuple.checkpoint);
  fork.id = options.fork ?? newForkId();
  const updates = Object.entries(options.updates ?? {});
  checkChannels(
    graph,
    updates.map(([name]) => name),
  );
  const version = nextVersion(saver, fork.channel_versions);
  const newVersions: ChannelVersions = {};
  const store = (name: string, value: unknown): void => {
    fork.channel_values[name] = value;
    fork.channel_versions[name] = newVersions[name] = version;
  };
  const deltas = await deltaChannelsAt(graph, saver, tuple);
  for (const [name, value] of updates) {
    const channel = deltas.get(name) ?? graph.channels[name]?.fromCheckpoint(fork.channel_values[name]);
    channel?.update([value]);
    if (channel !== undefined && !deltas.has(name)) store(name, channel.checkpoint());
  }
  for (const [name, channel] of deltas) store(name, new DeltaSnapshot(channel.get()));
  const at = { thread_id: threadId, checkpoint_ns: "", checkpoint_id: options.checkpoint };
  await saver.put(
    { configurable: options.stamp === undefined ? at : { ...withAttemptStamp(at, options.stamp) } },
    fork,
    { source: "update", step, parents: tuple.metadata?.parents ?? {} },
    newVersions,
  );
  return fork.id;
}

/** The state channels that a graph has, without LangGraph's own. */
function stateChannels(graph: CompiledGraph): readonly string[] {
  return Object.keys(graph.channels).filter((name) => !isControlChannel(name));
}

/** @internal Refuses a note for a channel that LangGraph would drop without a word. */
export function checkChannels(graph: CompiledGraph, names: readonly string[]): void {
  const known = stateChannels(graph);
  for (const name of names) if (!known.includes(name)) throw new NoteChannelError(name, known);
}
