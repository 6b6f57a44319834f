import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { CompiledGraph } from "./compiled-graph.ts";
import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import { NoCheckpointerError } from "../errors/no-checkpointer-error.ts";
import { ThreadIdError } from "../errors/thread-id-error.ts";

/** @internal The checkpointer that a graph's checkpoints live in. */
export function saverOf(graph: CompiledGraph): BaseCheckpointSaver {
  const { checkpointer } = graph;
  if (typeof checkpointer !== "object") throw new NoCheckpointerError();
  return checkpointer;
}

/**
 * @internal The thread that a run's config names.
 * @throws {ThreadIdError} if it names none
 */
export function threadIdOf(config: RunnableConfig): string {
  const id: unknown = config.configurable?.["thread_id"];
  if (typeof id !== "string" || id === "") throw new ThreadIdError(id);
  return id;
}

/** @internal The thread that a checkpointer's config names. */
export function threadIn(config: RunnableConfig): string {
  return String(config.configurable?.["thread_id"]);
}

/** @internal The checkpoint that a config names; `undefined` if it names the newest. */
export function checkpointIdOf(config: RunnableConfig | undefined): string | undefined {
  const id: unknown = config?.configurable?.["checkpoint_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** @internal The checkpoint namespace that a config names; "" is the outermost graph. */
export function namespaceIn(config: RunnableConfig): string {
  return String(config.configurable?.["checkpoint_ns"] ?? "");
}

/** @internal The checkpoint that a checkpointer's config names, with its thread and namespace, as a key. */
export function placeOf(config: RunnableConfig): string {
  return JSON.stringify([threadIn(config), namespaceIn(config), checkpointIdOf(config)]);
}

/** @internal Config that names one checkpoint of a thread's outermost graph; its newest when no id is given. */
export function checkpointConfig(threadId: string, checkpointId?: string, namespace = ""): RunnableConfig {
  return {
    configurable: {
      thread_id: threadId,
      checkpoint_ns: namespace,
      ...(checkpointId === undefined ? {} : { checkpoint_id: checkpointId }),
    },
  };
}

/** @internal */
export async function checkpointTuple(
  saver: BaseCheckpointSaver,
  threadId: string,
  checkpointId?: string,
  namespace?: string,
): Promise<CheckpointTuple> {
  const tuple = await saver.getTuple(checkpointConfig(threadId, checkpointId, namespace));
  if (tuple === undefined) throw new CheckpointNotFoundError(threadId, checkpointId);
  return tuple;
}
