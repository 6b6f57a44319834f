import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";
import type { AttemptBrief } from "./attempt-brief.ts";
import { rememberedAttempts } from "./remembered-attempts.ts";

const failuresIn = rememberedAttempts(({ outcome, steps }) => outcome?.ok === false && steps.length > 0);

/**
 * Attempts that were judged and failed and that have steps, of the source's latest threads. Threads that have not changed
 * since are not read again.
 *
 * @param limit of threads that are looked at
 */
export async function failedAttempts(source: ThreadSource, limit: number): Promise<readonly AttemptBrief[]> {
  const { threads } = await source.list(limit);
  const failures = failuresIn(source);
  const failed: AttemptBrief[] = [];
  for (const summary of threads) {
    // One at a time: each is read from the source's database.
    if (mayHaveFailed(summary)) for (const each of await failures.read(summary.id)) failed.push(each);
  }
  return failed;
}

/** Spares reading the many threads of which the summary says that all went well at once. */
function mayHaveFailed({ runs, status }: ThreadSummary): boolean {
  return runs > 1 || (status !== "succeeded" && status !== "not-judged");
}
