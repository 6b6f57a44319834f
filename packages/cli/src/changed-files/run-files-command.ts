import { printable } from "@langgraph-rollback/inspector/shared";
import { type AttemptRecord, readHistory } from "langgraph-rollback";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import type { Output } from "../terminal/output.ts";
import { exportFiles } from "./export-files.ts";
import type { FilesCommandOptions } from "./files-options.ts";
import { listFiles } from "./list-files.ts";

/** Lists the files that the attempts of a thread's last run changed, or exports those of one. */
export async function runFilesCommand(
  where: string,
  options: FilesCommandOptions,
  output: Output,
): Promise<void> {
  const { attempt, diff, out } = options;
  if (out !== undefined && attempt === undefined)
    throw new UsageError("Pass `--attempt N` to say whose files are to be written.");
  if (out !== undefined && diff === true) throw new UsageError("Expected `--diff` or `--out`, got both.");
  const attempts = await attemptsOf(where, options);
  const [first] = attempts;
  if (out !== undefined && first !== undefined) return exportFiles(first, { ...options, out }, output);
  return listFiles(attempts, options, output);
}

async function attemptsOf(
  where: string,
  { attempt: number, schema, thread }: FilesCommandOptions,
): Promise<readonly AttemptRecord[]> {
  return withRuns(where, { schema }, async ({ checkpointer }) => {
    const [run] = await readHistory(checkpointer, { configurable: { thread_id: thread } });
    if (run === undefined)
      throw new CommandFailedError(`Thread "${printable(thread)}" has no run with rollback.`);
    if (number === undefined) return run.attempts;
    const found = run.attempts.filter(({ attempt }) => attempt === number);
    if (found.length === 0)
      throw new CommandFailedError(
        `There is no attempt ${number}: the last run of thread "${printable(thread)}" has ${run.attempts.length}.`,
      );
    return found;
  });
}
