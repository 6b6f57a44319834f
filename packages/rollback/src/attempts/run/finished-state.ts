import type { BaseCheckpointSaver, Checkpoint, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { StateView } from "../../langgraph/compiled-graph.ts";
import { CHECKPOINTER } from "../../langgraph/private-strings.ts";
import { hasDeltaChannels } from "../../recording/delta-channels.ts";
import { postgresReads } from "../../recording/postgres-reads.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";

/**
 * @internal The state that an attempt has ended with, by the checkpoint that it stored last: a database takes longer to read that one than to store it.
 * Its values are as the serialiser gives them back. `undefined` where it does not tell for certain, as where the attempt waits or the serialiser
 * does not give the values back.
 */
export async function finishedState(
  { graph, saver }: RollbackContext,
  last: CheckpointTuple | undefined,
): Promise<StateView | undefined> {
  if (last === undefined || hasDeltaChannels(graph)) return undefined;
  const { configurable } = last.config;
  try {
    const checkpoint = await asReadAgain(saver.inner, last.checkpoint);
    if (!isCheckpoint(checkpoint)) return undefined;
    const holder: BaseCheckpointSaver = Object.create(saver.inner, {
      getTuple: { value: () => Promise.resolve({ ...last, checkpoint }) },
    });
    const state = await graph.getState({ configurable: { ...configurable, [CHECKPOINTER]: holder } });
    return state.next.length === 0 && state.tasks.length === 0 ? state : undefined;
  } catch {
    return undefined;
  }
}

/** PostgresSaver stores each value by itself, others a checkpoint as a whole: the serialiser may keep bytes as they are only where they are a whole. */
async function asReadAgain(saver: BaseCheckpointSaver, checkpoint: Checkpoint): Promise<unknown> {
  const given = async (value: unknown): Promise<unknown> => {
    const [type, stored] = await saver.serde.dumpsTyped(value);
    return saver.serde.loadsTyped(type, Buffer.from(stored));
  };
  if (postgresReads(saver) === undefined) return given(checkpoint);
  const values = Object.entries(checkpoint.channel_values).map(
    async ([channel, value]) => [channel, await given(value)] as const,
  );
  return { ...checkpoint, channel_values: Object.fromEntries(await Promise.all(values)) };
}

/** The serialiser gives a text in place of a value that it cannot serialise. */
const isCheckpoint = (value: unknown): value is Checkpoint =>
  typeof value === "object" && value !== null && "channel_values" in value && "channel_versions" in value;
