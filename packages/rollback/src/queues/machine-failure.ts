import { CheckpointerFailedError } from "../errors/checkpointer-failed-error.ts";
import { RollbackUnfinishedError } from "../errors/rollback-unfinished-error.ts";
import { ThreadBusyError } from "../errors/thread-busy-error.ts";
import { ThreadLockLostError } from "../errors/thread-lock-lost-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { WorkspaceBusyError } from "../errors/workspace-busy-error.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { guardedContext } from "../setup/guarded-context.ts";

/** How a call can fail without the agent: its thread, its files or its checkpointer were not to be had. */
const AROUND = [
  CheckpointerFailedError,
  RollbackUnfinishedError,
  ThreadBusyError,
  ThreadLockLostError,
  ThreadMovedError,
  WorkspaceBusyError,
];

/**
 * Whether a call failed by what is around the agent, and not by the agent: its checkpointer threw, its thread or its folder was taken, or its rollback could not be
 * finished. {@link nextCall} says how such a run goes on. Any other exception is the run's own result.
 *
 * @param graph as `withRollback` gives it; the one that was called
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export function isMachineFailure(graph: RollbackTarget, error: unknown): boolean {
  return AROUND.some((kind) => error instanceof kind) || guardedContext(graph).saver.hasThrown(error);
}
