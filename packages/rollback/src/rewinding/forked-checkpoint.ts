import { Send, START } from "@langchain/langgraph";
import {
  compareChannelVersions,
  copyCheckpoint,
  DeltaSnapshot,
  type BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";

import type { ChannelSpec, CompiledGraph } from "../langgraph/compiled-graph.ts";
import { deltaChannelsAt } from "../recording/delta-channels.ts";
import { nextVersion } from "../langgraph/next-version.ts";
import { SENDS, sendsIn, taskIdOf } from "../langgraph/task-identity.ts";
import { originOf } from "../langgraph/task-origin.ts";
import { hasVersionedDeltas } from "../recording/task-path.ts";
import { itemKindOf } from "./item-form.ts";
import { noteKindIn, takesNote } from "./note-channel.ts";
import { VERSIONED_DELTAS } from "../langgraph/private-strings.ts";

/** @internal A copy of a checkpoint, to be stored as a new one with values of its own. */
export class ForkedCheckpoint {
  readonly #graph: CompiledGraph;
  readonly #saver: BaseCheckpointSaver;
  readonly #copied: CheckpointTuple;
  readonly #checkpoint: Checkpoint;
  readonly #deltas: ReadonlyMap<string, ChannelSpec & { get(): unknown }>;
  readonly #version: ChannelVersions[string];
  readonly #newVersions: ChannelVersions = {};

  private constructor(
    graph: CompiledGraph,
    saver: BaseCheckpointSaver,
    copied: CheckpointTuple,
    id: string,
    deltas: ReadonlyMap<string, ChannelSpec & { get(): unknown }>,
  ) {
    this.#graph = graph;
    this.#saver = saver;
    this.#copied = copied;
    this.#checkpoint = copyCheckpoint(copied.checkpoint);
    this.#checkpoint.id = id;
    this.#version = nextVersion(saver, this.#checkpoint.channel_versions);
    this.#deltas = deltas;
  }

  /** @param id id of the new checkpoint */
  static async of(
    graph: CompiledGraph,
    saver: BaseCheckpointSaver,
    copied: CheckpointTuple,
    id: string,
  ): Promise<ForkedCheckpoint> {
    return new ForkedCheckpoint(graph, saver, copied, id, await deltaChannelsAt(graph, saver, copied));
  }

  /**
   * Puts values into channels, through their reducers.
   *
   * @param noteChannel channel whose value also goes into the arguments of Sends that have a place for it: their tasks
   *                    are given the arguments instead of the state
   * @param kept        ids, in the copied checkpoint, of tasks that do not run again
   */
  update(
    updates: Readonly<Record<string, unknown>>,
    noteChannel: string | undefined,
    kept: readonly string[],
  ): void {
    for (const [name, value] of Object.entries(updates)) {
      const channel = this.#deltas.get(name) ?? this.#channel(name, this.#checkpoint.channel_values[name]);
      channel?.update([value]);
      if (channel !== undefined && !this.#deltas.has(name)) this.#store(name, channel.checkpoint());
    }
    if (noteChannel !== undefined && noteChannel in updates)
      this.#tellSends(noteChannel, updates[noteChannel], kept);
  }

  /** Lets nothing be due from the new checkpoint but the graph's start: a question waits there. */
  waitAtStart(): void {
    const { channel_versions: versions, versions_seen: seen } = this.#checkpoint;
    // `updateState` takes the node with the newest versions seen for the last one: only the needed ones are added.
    for (const [node, { triggers = [] }] of Object.entries(this.#graph.nodes)) {
      for (const name of triggers) {
        const { [name]: version } = versions;
        if (isNewer(version, seen[node]?.[name])) seen[node] = { ...seen[node], [name]: version };
      }
    }
    if (sendsIn(this.#checkpoint).length > 0) this.#store(SENDS, []);
    this.#store(START, {});
  }

  /** Lets the graph's start not be due from the new checkpoint. */
  endWaiting(): void {
    const { channel_versions: versions, versions_seen: seen } = this.#checkpoint;
    const { [START]: version } = versions;
    if (version !== undefined) seen[START] = { ...seen[START], [START]: version };
  }

  /** @param configurable names the new checkpoint's parent */
  async put(
    configurable: Readonly<Record<string, unknown>>,
    metadata: { readonly parents?: Record<string, string>; readonly [key: string]: unknown } = {},
    options: { readonly isNewNamespace?: boolean } = {},
  ): Promise<void> {
    for (const [name, channel] of this.#deltas) this.#store(name, new DeltaSnapshot(channel.get()));
    const { metadata: copied } = this.#copied;
    // A namespace that is new to the checkpointer has no values yet, of any version.
    const versions = options.isNewNamespace === true ? this.#checkpoint.channel_versions : this.#newVersions;
    await this.#saver.put(
      { configurable: { ...configurable } },
      this.#checkpoint,
      {
        parents: copied?.parents ?? {},
        ...(hasVersionedDeltas(copied) ? { [VERSIONED_DELTAS]: true } : {}),
        ...metadata,
        source: "update",
        step: originOf(this.#copied).superstep,
      },
      { ...versions },
    );
  }

  #tellSends(name: string, note: unknown, kept: readonly string[]): void {
    const sends = sendsIn(this.#checkpoint);
    if (sends.length === 0) return;
    const kind = noteKindIn(note) ?? itemKindOf(note);
    const origin = originOf(this.#copied);
    const told = sends.map((send, position) => {
      if (!isSend(send)) return send;
      const taskId = taskIdOf(origin, { node: send.node, path: "push", position });
      const { args } = send;
      if (kept.includes(taskId) || typeof args !== "object" || args === null || !takesNote(name, args, kind))
        return send;
      const channel = this.#channel(name, Reflect.get(args, name));
      channel?.update([note]);
      return new Send(send.node, { ...args, [name]: channel?.checkpoint() });
    });
    this.#store(SENDS, told);
  }

  #channel(name: string, value: unknown): ChannelSpec | undefined {
    return this.#graph.channels[name]?.fromCheckpoint(value);
  }

  #store(name: string, value: unknown): void {
    this.#checkpoint.channel_values[name] = value;
    this.#checkpoint.channel_versions[name] = this.#newVersions[name] = this.#version;
  }
}

type Version = ChannelVersions[string];

const isNewer = (version: Version | undefined, seen: Version | undefined): version is Version =>
  version !== undefined && (seen === undefined || compareChannelVersions(version, seen) > 0);

function isSend(value: unknown): value is { readonly node: string; readonly args: unknown } {
  return typeof value === "object" && value !== null && "node" in value && "args" in value;
}
