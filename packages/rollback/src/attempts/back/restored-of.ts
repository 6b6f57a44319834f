import { z } from "zod";

import { FilesNotRestoredError } from "../../errors/files-not-restored-error.ts";
import type { Restored } from "../../workspace/workspace.ts";

const count = z.number().int().nonnegative();

/** Part of a restore's answer that the history can store. A sandbox elsewhere may give `undefined` where a field is absent. */
const answer = z.object({
  replaced: z.string().optional(),
  written: count,
  removed: count,
  conflicts: z.array(z.string()).optional(),
  problems: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
});

/**
 * @internal Answer of `restore`, without what the history could not store.
 *
 * @throws {FilesNotRestoredError} if it does not say what it did
 */
export function restoredOf(given: unknown): Restored {
  const { data, error } = answer.safeParse(given);
  if (data === undefined)
    throw new FilesNotRestoredError(
      "`workspace.restore` does not say what it did. Give `written` and `removed` as whole numbers; `testWorkspace` checks the rest.",
      { cause: error },
    );
  const { written, removed, replaced, conflicts, problems } = data;
  return {
    ...(replaced === undefined ? {} : { replaced }),
    written,
    removed,
    ...(conflicts === undefined ? {} : { conflicts }),
    ...(problems === undefined ? {} : { problems }),
  };
}
