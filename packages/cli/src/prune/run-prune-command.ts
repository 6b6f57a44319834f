import { openCheckpointer } from "@langgraph-rollback/inspector";
import { prune, type PruneRule } from "langgraph-rollback";

import { UsageError } from "../errors/usage-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import { pruneText } from "./prune-text.ts";

/** A rule, as the command line gives it. */
export interface PruneCommandOptions
  extends WhereOptions, Pick<PruneRule, "olderThan" | "keepFailed" | "dryRun" | "vacuum"> {
  readonly deleteThreadsOlderThan?: PruneRule["olderThan"];
  readonly thread?: readonly string[];
  readonly json?: true;
}

/** Prunes a database, and says what is gone. */
export async function runPruneCommand(
  database: string,
  options: PruneCommandOptions,
  output: Output,
): Promise<void> {
  const { deleteThreadsOlderThan, json, schema, thread, ...rule } = options;
  if ([rule.olderThan, rule.keepFailed, deleteThreadsOlderThan].every((age) => age === undefined))
    throw new UsageError("Pass `--older-than`, `--keep-failed` or `--delete-threads-older-than`.");
  const opened = await openCheckpointer(database, { schema, isWritable: true });
  try {
    const report = await prune(opened.saver, {
      ...rule,
      ...(deleteThreadsOlderThan === undefined ? {} : { deleteThreads: deleteThreadsOlderThan }),
      ...(thread === undefined ? {} : { threads: thread }),
    });
    output.print(json === true ? JSON.stringify(report, undefined, 2) : pruneText(report));
  } finally {
    await opened.close();
  }
}
