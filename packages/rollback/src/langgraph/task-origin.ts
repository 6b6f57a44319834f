import type { RunnableConfig } from "@langchain/core/runnables";
import type { Checkpoint, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { TaskOrigin } from "./task-identity.ts";
import { namespaceIn } from "./thread.ts";

/** @internal A checkpoint with its config and its metadata. */
export interface StoredCheckpoint {
  /** Names the thread and the namespace. */
  readonly config: RunnableConfig;
  readonly checkpoint: Checkpoint;
  readonly metadata?: CheckpointMetadata | undefined;
}

/** @internal Origin of the tasks that run from a stored checkpoint. */
export function originOf({ checkpoint, metadata, config }: StoredCheckpoint): TaskOrigin {
  return originIn(namespaceIn(config), checkpoint, metadata);
}

/** @internal The same, of a checkpoint in a namespace. */
export function originIn(
  namespace: string,
  { id }: Checkpoint,
  metadata: CheckpointMetadata | undefined,
): TaskOrigin {
  return { checkpointId: id, superstep: (metadata?.step ?? -1) + 1, namespace };
}

/** @internal Origin of the tasks of a fork: it is one superstep further than the copied checkpoint. */
export function originInFork(copied: CheckpointTuple, fork: string, namespace: string): TaskOrigin {
  return { checkpointId: fork, superstep: originOf(copied).superstep + 1, namespace };
}
