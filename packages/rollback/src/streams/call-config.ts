import type { RunConfig } from "../langgraph/compiled-graph.ts";
import type { ChunkLog } from "./chunk-log.ts";

/** @internal The options of a call, with what the rollback keeps beside them. */
export interface CallConfig extends RunConfig {
  /** Log of the sources of the chunks that the call streams. */
  readonly chunkLog?: ChunkLog;
  /** The call's own callbacks, if `callbacks` belong to a run that was opened for it. */
  readonly calledBack?: RunConfig["callbacks"];
  /** Whether a queue makes the call: what its checkpointer throws is no failure of the agent, and the queue calls again. */
  readonly isQueued?: true;
}
