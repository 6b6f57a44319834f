import { withThread } from "../locking/take-thread.ts";
import type { HeldLease } from "../locking/take-thread.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { takeWorkspace } from "../workspace/held-workspaces.ts";

/** @internal Does something with a thread taken, and with the workspace of its run. */
export function onThreadAndFiles<T>(
  context: RollbackContext,
  threadId: string,
  signal: AbortSignal | undefined,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  return withThread(context, threadId, signal, async (lease) => {
    const release = await takeWorkspace(context.options.workspace, threadId);
    try {
      return await work(lease);
    } finally {
      await release();
    }
  });
}
