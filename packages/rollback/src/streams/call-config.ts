import type { RunConfig } from "../langgraph/compiled-graph.ts";
import type { ChunkLog } from "./chunk-log.ts";

/** @internal The options of a call, with what the rollback keeps beside them. */
export interface CallConfig extends RunConfig {
  /** Whose the chunks are of the stream that the call gives. */
  readonly chunkLog?: ChunkLog;
  /** The call's own callbacks, if `callbacks` belong to a run that was opened for it. */
  readonly calledBack?: RunConfig["callbacks"];
}
