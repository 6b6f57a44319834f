import { isNewInput } from "../../langgraph/is-new-input.ts";
import { checkpointConfig, checkpointIdOf } from "../../langgraph/thread.ts";
import { isOf } from "../../reading/newest-of-attempt.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { stampedAttempt } from "../../steps/attempt-stamp.ts";
import { startOf, type Attempt } from "./attempt.ts";
import { filesAt } from "./files-at.ts";

/**
 * @internal Id of the snapshot of a run's files where an attempt began, read before it runs or is resumed: "" if none was stored there, `undefined` if the attempt has no checkpoint
 * yet.
 */
export async function filesAtStart(
  { saver }: Pick<RollbackContext, "saver">,
  attempt: Attempt,
): Promise<string | undefined> {
  const { call, number, run, start, threadId } = attempt;
  const isNew = start.kind === "fork" ? start.isNew === true : isNewInput(call);
  const begun = startOf(attempt);
  if (isNew) return begun === undefined ? undefined : ((await filesAt(saver, threadId, begun)) ?? "");
  // It is resumed: its first checkpoint is behind those that it has come to.
  let first: string | undefined;
  let config = checkpointConfig(threadId, begun);
  for (;;) {
    const tuple = await patiently(() => saver.getTuple(config));
    const isOwn = isOf({ run, attempt: number }, tuple?.metadata);
    // An update that somebody has made in between bears no stamp.
    if (tuple === undefined || (!isOwn && stampedAttempt({ ...tuple.metadata }) !== undefined)) break;
    if (isOwn) first = tuple.checkpoint.id;
    const parent = checkpointIdOf(tuple.parentConfig);
    if (parent === undefined || (isOwn && tuple.metadata?.source === "input")) break;
    config = checkpointConfig(threadId, parent);
  }
  return first === undefined ? undefined : ((await filesAt(saver, threadId, first)) ?? "");
}
