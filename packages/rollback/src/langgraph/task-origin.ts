import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { TaskOrigin } from "./task-identity.ts";
import { namespaceIn } from "./thread.ts";

/** @internal Where the tasks that run from a stored checkpoint run. */
export function originOf({ checkpoint, metadata, config }: CheckpointTuple): TaskOrigin {
  return {
    checkpointId: checkpoint.id,
    superstep: (metadata?.step ?? -1) + 1,
    namespace: namespaceIn(config),
  };
}

/** @internal Where the tasks of a fork run: it is one superstep further than what it is a copy of. */
export function originInFork(copied: CheckpointTuple, fork: string, namespace: string): TaskOrigin {
  return { checkpointId: fork, superstep: originOf(copied).superstep + 1, namespace };
}
