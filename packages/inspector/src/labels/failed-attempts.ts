import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadSummary } from "../view/thread-summary.ts";
import type { AttemptView } from "../view/thread-view.ts";

/** A failed attempt, and where it stands. */
export interface FailedAttempt {
  readonly thread: string;
  readonly run: string;
  readonly task: string;
  readonly view: AttemptView;
}

/**
 * Attempts that were judged and failed and that have steps, of the source's latest threads.
 *
 * @param limit of threads that are looked at
 */
export async function failedAttempts(source: ThreadSource, limit: number): Promise<readonly FailedAttempt[]> {
  const { threads } = await source.list(limit);
  const failed: FailedAttempt[] = [];
  for (const summary of threads) {
    // One at a time: each is read from the source's database.
    if (mayHaveFailed(summary)) failed.push(...(await failedOf(source, summary.id)));
  }
  return failed;
}

/** Spares reading the many threads of which the summary says that all went well at once. */
function mayHaveFailed({ runs, status }: ThreadSummary): boolean {
  return runs > 1 || (status !== "succeeded" && status !== "not-judged");
}

async function failedOf(source: ThreadSource, thread: string): Promise<readonly FailedAttempt[]> {
  const { runs } = (await source.thread(thread)) ?? { runs: [] };
  return runs.flatMap(({ attempts, run, task }) =>
    attempts
      .filter(({ outcome, steps }) => outcome?.ok === false && steps.length > 0)
      .map((view) => ({ thread, run, task, view })),
  );
}
