import type { Attempt } from "./attempt.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { appendEntry } from "../history/journal.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/** @internal Keeps in the thread's history what went otherwise than planned in an attempt. */
export async function keepProblems(
  { saver, options }: RollbackContext,
  { threadId, run, number }: Attempt,
  problems: readonly RollbackProblem[],
): Promise<void> {
  const at = new Date(options.clock()).toISOString();
  try {
    for (const problem of problems)
      await appendEntry(saver, threadId, "problem", { version: 1, run, attempt: number, at, problem });
  } catch {
    // The checkpointer is down: the problems still go out with the events.
  }
}
