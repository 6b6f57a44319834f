import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { CompiledGraph } from "./compiled-graph.ts";
import type { ResolvedOptions } from "./rollback-options.ts";

/** @internal What every phase of a run with rollback works with. */
export interface RollbackContext {
  /** The user's graph, as a copy of its own that records into `saver`. */
  readonly graph: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
  readonly options: ResolvedOptions;
}
