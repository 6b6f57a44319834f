import type { AttemptRecord } from "../../history/attempt-record.ts";
import { readAttempt } from "../../reading/read-trajectory.ts";
import { patiently } from "../../recording/patiently.ts";
import type { PreviousAttempt } from "../../replanning/replan-note.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { once } from "../attempt/attempt-reads.ts";

/** @internal The attempts of a run before one, as the replanner is given them. */
export function previousAttempts(
  context: RollbackContext,
  { threadId }: Attempt,
  earlier: readonly AttemptRecord[],
): readonly PreviousAttempt[] {
  return earlier.map((record) => ({
    record,
    trajectory: once(() => patiently(() => readAttempt(context, threadId, record.head))),
  }));
}
