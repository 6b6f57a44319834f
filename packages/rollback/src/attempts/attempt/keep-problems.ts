import type { Attempt } from "./attempt.ts";
import type { EffectRecord } from "../../effects/effect-record.ts";
import type { RollbackProblem } from "../../history/attempt-record.ts";
import { appendEntry } from "../../history/journal.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";

/**
 * @internal Keeps in the thread's history what went otherwise than planned in an attempt.
 *
 * @param effects that the problem is about, as they stand
 */
export async function keepProblems(
  { saver, options }: RollbackContext,
  { threadId, run, number }: Pick<Attempt, "threadId" | "run" | "number">,
  problems: readonly RollbackProblem[],
  effects: readonly EffectRecord[] = [],
): Promise<void> {
  const at = new Date(options.clock()).toISOString();
  try {
    for (const problem of problems)
      await appendEntry(saver, threadId, "problem", {
        version: 1,
        run,
        attempt: number,
        at,
        problem,
        ...(effects.length === 0 ? {} : { effects }),
      });
  } catch {
    // The checkpointer is down: the problems still go out with the events.
  }
}
