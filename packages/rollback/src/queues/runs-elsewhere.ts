import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { guardedContext } from "./guarded-context.ts";

/** What keeps runs of a graph to one machine, or apart on several. */
export interface RunsElsewhere {
  /** Whether the graph was given a lock. Without one its runs are kept apart in one process alone. */
  readonly hasLock: boolean;
  /** Whether its runs have the files of a folder on this machine. */
  readonly hasFolder: boolean;
}

/**
 * What has to be known of a graph before its runs go on in other processes.
 *
 * @param graph as `withRollback` gives it
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export function runsElsewhere(graph: RollbackTarget): RunsElsewhere {
  const { lock, workspace } = guardedContext(graph).options;
  return { hasLock: lock !== undefined, hasFolder: workspace !== undefined && "folder" in workspace };
}
