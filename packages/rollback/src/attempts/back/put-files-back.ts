import { FilesNotRestoredError } from "../../errors/files-not-restored-error.ts";
import type { AttemptFiles, AttemptRecord, FilesRestored } from "../../history/attempt-record.ts";
import { appendEntry } from "../../history/journal.ts";
import { problemOf } from "../../history/left-alone.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { workspaceOf } from "../../workspace/held-workspaces.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { AttemptReads } from "../attempt/attempt-reads.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { filesAt } from "../attempt/files-at.ts";
import { keepProblems } from "../attempt/keep-problems.ts";
import { restoredOf } from "./restored-of.ts";
import { withCopiesTold } from "./tell-copies.ts";

/**
 * @internal Puts the files of a workspace back to what they were at the checkpoint that is about to be forked, and stores in the attempt's record what was done. The note then
 * names copies of what somebody else had changed. It never fails: if
 * files cannot be put back, the record and the history say so.
 */
export function withFilesBack(
  context: RollbackContext,
  failed: Pick<Attempt, "run" | "threadId">,
  record: RollBackRecord,
  reads: AttemptReads,
): Promise<RollBackRecord> {
  const find = (): Promise<string | undefined> =>
    filesAt(context.saver, failed.threadId, record.rewind.checkpoint);
  return withFiles(context, failed, record, find, (told) => withCopiesTold(context, told, reads));
}

/**
 * @internal Puts the files forward again to what they were at the attempt's end, where its rollback has put them back and was not carried out: the attempt's own result
 * stands.
 */
export async function withFilesForth(
  context: RollbackContext,
  { threadId }: Pick<Attempt, "threadId">,
  record: RollBackRecord,
): Promise<RollBackRecord> {
  const workspace = workspaceOf(context.options.workspace, threadId);
  const { end, restored, ...rest } = record.files ?? {};
  if (workspace === undefined || end === undefined || restored === undefined) return record;
  try {
    await workspace.restore(end, restored.snapshot);
    return { ...record, files: { ...rest, end } };
  } catch (cause) {
    const problem = problemOf(new FilesNotRestoredError(undefined, { cause }));
    return { ...record, files: { ...rest, end, restored, problem } };
  }
}

/** @internal Puts the files to what they were at the end of the attempt that a run ends on, where that is an earlier one. It never fails, either. */
export async function withFilesOfStanding(
  context: RollbackContext,
  attempt: Pick<Attempt, "run" | "threadId">,
  record: AttemptRecord,
  records: readonly AttemptRecord[],
): Promise<AttemptRecord> {
  const { stands } = record;
  if (stands === undefined) return record;
  const end = records.find((each) => each.attempt === stands.attempt)?.files?.end;
  return withFiles(context, attempt, record, () => Promise.resolve(end));
}

async function withFiles<R extends AttemptRecord>(
  context: RollbackContext,
  { run, threadId }: Pick<Attempt, "run" | "threadId">,
  record: R,
  find: () => Promise<string | undefined>,
  amend: (told: R) => Promise<R> = (told) => Promise.resolve(told),
): Promise<R> {
  const workspace = workspaceOf(context.options.workspace, threadId);
  if (workspace === undefined) return record;
  let files: AttemptFiles;
  try {
    const snapshot = await find();
    if (snapshot === undefined) throw new FilesNotRestoredError("No snapshot of them was stored there.");
    const done = restoredOf(await workspace.restore(snapshot, record.files?.end));
    files = { ...record.files, ...toldOf(record.files, { ...done, snapshot }) };
  } catch (cause) {
    const error =
      cause instanceof FilesNotRestoredError ? cause : new FilesNotRestoredError(undefined, { cause });
    files = { ...record.files, problem: problemOf(error) };
  }
  const { problem } = files;
  if (problem !== undefined)
    await keepProblems(context, { threadId, run, number: record.attempt }, [problem]);
  const told = await amend({ ...record, files });
  try {
    await appendEntry(context.saver, threadId, "attempt", told);
    return told;
  } catch {
    // The files are back. What follows meets the same checkpointer.
    return record;
  }
}

/** The record of a restore. One that was done again after a crash, and found all done, keeps the record of the first. */
function toldOf(
  before: AttemptFiles | undefined,
  restored: FilesRestored,
): Pick<AttemptFiles, "restored" | "problem"> {
  const first = before?.restored;
  const isAgain = first?.snapshot === restored.snapshot && restored.written === 0 && restored.removed === 0;
  const [left] = restored.problems ?? [];
  const count = restored.problems?.length ?? 0;
  const why = left === undefined ? undefined : `${count} left: ${JSON.stringify(left.path)}: ${left.reason}`;
  return {
    restored: isAgain ? first : restored,
    ...(why === undefined ? {} : { problem: problemOf(new FilesNotRestoredError(why)) }),
  };
}
