import { appendEntry, readJournal, recordsOfRun } from "../history/journal.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { mayAsk, notRolledBack } from "./ask-human.ts";

/**
 * @internal Notes down that a new turn has dropped the question about a rollback, if one is open: nobody will answer it. If the checkpointer refuses, the
 * turn runs all the same.
 */
export async function dropQuestion(context: RollbackContext, threadId: string): Promise<void> {
  if (!mayAsk(context)) return;
  const { saver } = context;
  try {
    const head = (await saver.getTuple(checkpointConfig(threadId)))?.checkpoint.id;
    const { questions, records } = await readJournal(saver, threadId);
    const open = questions.findLast(({ checkpoint, head: failed }) => (checkpoint ?? failed) === head);
    if (open === undefined) return;
    const { run, attempt, record } = open;
    if (recordsOfRun(records, run).some((each) => each.attempt === attempt)) return;
    const reason = `Attempt ${attempt} failed, and a new turn began before anybody approved its rollback.`;
    await appendEntry(saver, threadId, "attempt", {
      ...notRolledBack(record),
      stopped: { by: "declined" },
      reason,
    });
  } catch {
    // The question stays in the history as open.
  }
}
