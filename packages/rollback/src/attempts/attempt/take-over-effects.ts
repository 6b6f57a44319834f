import { adoptEffects } from "../../effects/adopt-effects.ts";
import { stillHeld } from "../../effects/holding/release-all.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import { appendEntry, readJournal, recordsOfRun } from "../../history/journal.ts";
import { withSettled } from "../../history/with-settled.ts";
import { taskIdsInEnd } from "../../rewinding/fork-end.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "./attempt.ts";

/**
 * @internal Makes a run take over the effects of the run that it continues. It alone decides about the acts that are held then: the earlier run's record says that they are passed on. A process
 * that continues for one that died does the rest.
 */
export async function takeOverEffects(
  context: RollbackContext,
  { threadId, continues }: Pick<Attempt, "threadId" | "continues">,
  effects: RunEffects,
  earlier: RunEffects,
): Promise<void> {
  if (continues === undefined) return;
  const idInFork = await taskIdsInEnd({ ...context, threadId }, continues.head);
  await adoptEffects(effects, earlier, { last: continues.attempt, idInFork });
  const held = stillHeld(earlier);
  if (held.length === 0) return;
  const { records } = await readJournal(context.saver, threadId);
  const last = recordsOfRun(records, continues.run).at(-1);
  const passedOn = held.map((effect) => ({ ...effect, standing: "passed-on" as const }));
  if (last !== undefined)
    await appendEntry(context.saver, threadId, "attempt", withSettled(last, { effects: passedOn }));
  for (const { id } of held) await earlier.add({ mark: "passed-on", id });
}
