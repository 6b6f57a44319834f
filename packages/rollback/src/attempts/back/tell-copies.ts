import { copiesLine } from "../../replanning/copies-line.ts";
import { replanNote } from "../../replanning/replan-note.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { AttemptReads } from "../attempt/attempt-reads.ts";
import { placedNote } from "../attempt/placed-note.ts";

/**
 * @internal A decision whose note names the copies of what somebody else had changed. They are known when the files are back, and the note was written before. A note that
 * a function of the user's has written stays as it is. It never fails: the record names the copies, too.
 */
export async function withCopiesTold(
  context: RollbackContext,
  record: RollBackRecord,
  reads: AttemptReads,
): Promise<RollBackRecord> {
  const { files, head, note, rewind } = record;
  const copies = files?.restored?.conflicts ?? [];
  if (copies.length === 0 || note === undefined || context.options.replan !== replanNote) return record;
  const line = copiesLine(copies);
  // A rollback that is done again after a crash has told of them.
  if (note.endsWith(line)) return record;
  try {
    const { text, updates } = await placedNote(context, reads, rewind, { note: `${note}\n${line}`, head });
    return { ...record, note: text, updates };
  } catch {
    return record;
  }
}
