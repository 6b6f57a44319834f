import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { guardedContext } from "../setup/guarded-context.ts";

/** Parts of a graph that keep its runs to one machine, or apart on several. */
export interface RunsElsewhere {
  /** Whether the graph was given a lock. Without one its runs are kept apart in one process alone. */
  readonly hasLock: boolean;
  /** Whether its runs have the files of a folder on this machine. */
  readonly hasFolder: boolean;
}

/**
 * Tells what has to be known of a graph before other processes go on with its runs.
 *
 * @param graph as `withRollback` gives it
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export function runsElsewhere(graph: RollbackTarget): RunsElsewhere {
  const { lock, workspace } = guardedContext(graph).options;
  return { hasLock: lock !== undefined, hasFolder: workspace !== undefined && "folder" in workspace };
}
