import type { AttemptRecord } from "../../history/attempt-record.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { changedSince, takeWorkspace } from "../../workspace/held-workspaces.ts";

/** Paths that a question names: it is stored beside the checkpoints. */
const NAMED = 100;

/**
 * @internal A decision with the files that somebody else has changed since the attempt ended, as they are whenever a human is about to be asked. It never fails: the rollback
 * itself looks again.
 */
export async function withChangesOfOthers<R extends AttemptRecord>(
  { options: { workspace } }: Pick<RollbackContext, "options">,
  threadId: string,
  record: R,
): Promise<R> {
  const { changedByOthers: _, ...files } = record.files ?? {};
  const { end } = files;
  if (workspace === undefined || end === undefined) return record;
  try {
    // A run that has it already keeps it.
    const release = await takeWorkspace(workspace, threadId);
    try {
      const paths = await changedSince(workspace, threadId, end);
      const more = paths.length - NAMED;
      const told = { paths: paths.slice(0, NAMED), ...(more > 0 ? { more } : {}) };
      return { ...record, files: paths.length === 0 ? files : { ...files, changedByOthers: told } };
    } finally {
      await release();
    }
  } catch {
    return record;
  }
}
