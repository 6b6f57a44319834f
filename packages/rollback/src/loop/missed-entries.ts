import { readHistory } from "../history/history.ts";
import { listThreads } from "../history/list-threads.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { KeptLearning } from "../setup/learning-place.ts";
import type { RunOnThread } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { runName } from "./run-entry.ts";

/** Threads that are looked at, the latest first. */
const MOST_THREADS = 10_000;

/**
 * @internal Failed runs that are not among the evidence: their processes died, or learning was not asked for. Runs of other agents that learn are left out; runs from before anybody learnt name
 * no agent, and are taken for this one's.
 */
export async function missedEntries(
  { saver }: Pick<RollbackContext, "saver">,
  { agent, store }: KeptLearning,
): Promise<readonly RunOnThread[]> {
  const known = new Set(
    (await store.evidence(agent)).flatMap((entry) => (entry.kind === "run" ? entry.run : [])),
  );
  const { threads } = await listThreads(saver, MOST_THREADS);
  const missed: (RunOnThread & { readonly at: string })[] = [];
  for (const { threadId } of threads)
    for (const { attempts, run } of await readHistory(saver, checkpointConfig(threadId))) {
      const [first] = attempts;
      if (first?.recovery === undefined || known.has(runName({ run, threadId }))) continue;
      if ((first.recovery.learnt?.agent ?? agent) === agent) missed.push({ run, threadId, at: first.at });
    }
  return missed.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
